import DocketLocking

/// The warm connections of one store: leased for one operation, returned with their statements still prepared.
///
/// A handler per operation therefore opens nothing. The number of connections kept is bounded; more are opened while
/// more are in use at once, and closed on return.
final class ConnectionPool: Sendable {
  /// Nil once the pool is closed.
  private let idle = Lock<[Connection]?>([])
  private let limit: Int
  private let open: @Sendable () throws -> Connection

  /// - Parameters:
  ///   - limit: how many idle connections are kept open.
  ///   - open: opens and configures one connection.
  init(limit: Int, open: @escaping @Sendable () throws -> Connection) {
    self.limit = limit
    self.open = open
  }

  /// Lends a connection to the body.
  func withConnection<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    let connection = try lease()
    defer { giveBack(connection) }
    return try body(connection)
  }

  /// Takes a connection out of the pool; the caller gives it back, or keeps it for as long as it lives.
  func lease() throws -> Connection {
    if let connection = idle.withLock({ $0?.popLast() }) { return connection }
    return try open()
  }

  func giveBack(_ connection: Connection) {
    let isKept = idle.withLock { idle in
      // A transaction that could not be ended would hold its lock or its snapshot for ever.
      guard let count = idle?.count, count < limit, !connection.isInTransaction else { return false }
      idle?.append(connection)
      return true
    }
    if !isKept { connection.close() }
  }

  /// Closes the idle connections now, and the others when they are given back.
  func close() {
    let connections = idle.withLock { idle in
      defer { idle = nil }
      return idle
    }
    for connection in connections ?? [] { connection.close() }
  }
}
