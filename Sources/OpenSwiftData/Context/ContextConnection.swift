/// Where a context reads and writes: a connection of its own, one of the store's, or that of an exclusive transaction.
final class ContextConnection {
  private let store: SQLiteStore
  private let link: ContextLink
  private let keepsConnection: Bool
  private var own: Connection?
  private(set) var exclusive: ExclusiveTransaction?

  init(_ store: SQLiteStore, _ link: ContextLink, keepsConnection: Bool) {
    self.store = store
    self.link = link
    self.keepsConnection = keepsConnection
  }

  deinit {
    if let own { store.giveBack(own) }
  }

  func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    if let exclusive {
      return try store.reporting {
        try exclusive.connection.triggerPause.end()
        return try body(exclusive.connection)
      }
    }
    try store.original?.complete(store)
    // Elsewhere the connection of the main actor must not be used.
    guard keepsConnection, !link.isForeign else { return try store.read(body) }
    let connection = try own ?? store.leaseForMain()
    own = connection
    return try store.reporting { try store.reading(connection, body) }
  }

  /// Runs a write transaction, or a part of the running exclusive one.
  ///
  /// - Parameter rollBack: called if it fails, before anyone else can write.
  func write<Result>(
    _ body: (Connection) throws -> Result, onRollback rollBack: () -> Void = {}
  ) throws -> Result {
    guard let exclusive else { return try store.write(body, onRollback: rollBack) }
    do {
      return try exclusive.write { try store.write(within: exclusive.connection, body) }
    } catch {
      rollBack()
      throw error
    }
  }

  func withExclusive<Result>(_ transaction: ExclusiveTransaction, _ body: () throws -> Result) rethrows -> Result {
    exclusive = transaction
    defer { exclusive = nil }
    return try body()
  }
}
