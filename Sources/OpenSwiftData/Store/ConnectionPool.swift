import DocketLocking

/// The warm connections of one store: leased for one operation, returned with their statements still prepared.
///
/// A handler therefore opens nothing. The number of idle connections is bounded; the rest are closed on return.
final class ConnectionPool: Sendable {
  /// Nil once the pool is closed.
  private let idle = Lock<[Connection]?>([])
  private let limit: Int
  private let open: @Sendable () throws -> Connection

  /// - Parameter limit: how many idle connections are kept open.
  init(limit: Int, open: @escaping @Sendable () throws -> Connection) {
    self.limit = limit
    self.open = open
  }

  /// Runs the body with a connection of the pool.
  func withConnection<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    let connection = try lease()
    defer { giveBack(connection) }
    return try body(connection)
  }

  /// Takes a connection out of the pool; the caller returns it, or keeps it for as long as it lives.
  func lease() throws -> Connection {
    if let connection = idle.withLock({ $0?.popLast() }) { return connection }
    return try open()
  }

  /// Returns a leased connection to the pool, or closes it if there are enough idle ones.
  func giveBack(_ connection: Connection) {
    connection.trimPageCache()
    let isKept = idle.withLock { idle in
      // A transaction that could not be ended would hold its lock or its snapshot for ever.
      guard let count = idle?.count, count < limit, !connection.isInTransaction else { return false }
      idle?.append(connection)
      return true
    }
    if !isKept { connection.close() }
  }

  /// Frees the pages that idle connections keep for large transactions.
  func releasePages() {
    // Not under the lock, for which others wait.
    let connections = idle.withLock { idle in
      defer { idle = idle.map { _ in [] } }
      return idle ?? []
    }
    for connection in connections {
      connection.releasePages()
      giveBack(connection)
    }
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

/// Opens and configures the connections of a store.
struct ConnectionSetup: Sendable {
  let mode: Connection.Mode

  /// How long a statement waits for another process's lock before it fails, in milliseconds.
  static let busyTimeout: Int32 = 10_000
  /// The same for the main actor's connection: in WAL mode a reader rarely meets a lock, and the next frame is urgent.
  static let mainBusyTimeout: Int32 = 10
  /// The same while another process may be migrating the store or rebuilding its indexes.
  private static let upgradeTimeout: Int32 = 60_000

  /// Keeps what a query sorts in memory, so that reading can't fail for a full disk.
  ///
  /// Source: https://www.sqlite.org/pragma.html#pragma_temp_store
  static let sortingInMemory = "PRAGMA temp_store = MEMORY"

  func connect(to location: StoreLocation) throws -> Connection {
    let connection = try location.connect(mode)
    connection.setBusyTimeout(milliseconds: Self.busyTimeout)
    connection.disallowDoubleQuotedStrings()
    // FULL: what was acknowledged has been synced (https://www.sqlite.org/pragma.html#pragma_synchronous).
    try connection.execute(
      """
      PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; \(Self.sortingInMemory);
      PRAGMA cache_size = -\(Connection.ordinaryCacheSize)
      """)
    try SQLFunctions.register(on: connection)
    try AggregateFunctions.register(on: connection)
    if case .file(let url) = location { connection.useExternalData(of: url) }
    return connection
  }

  /// Lets readers and one writer work side by side; the mode is stored in the file (https://www.sqlite.org/wal.html).
  func enableWriteAheadLog(_ connection: Connection) throws {
    guard mode == .readWrite else { return }
    try connection.execute("PRAGMA journal_mode = WAL")
  }

  /// Runs a body that changes tables or indexes, as another process may be doing too.
  static func withUpgradeTimeout(on connection: Connection, _ body: () throws -> Void) throws {
    connection.setBusyTimeout(milliseconds: upgradeTimeout)
    defer { connection.setBusyTimeout(milliseconds: busyTimeout) }
    try body()
  }
}
