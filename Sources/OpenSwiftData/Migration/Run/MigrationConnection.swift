import DocketLocking

/// The one connection of a migration, for the contexts that take part in its transaction.
///
/// A context that is kept longer than the migration finds it closed.
final class MigrationConnection: Sendable {
  let allowsSave: Bool
  private let connection: Lock<Connection?>

  init(_ connection: Connection, allowsSave: Bool) {
    self.connection = Lock(connection)
    self.allowsSave = allowsSave
  }

  /// - Throws: `SwiftDataError` after the migration; `SQLiteError` if its transaction is over, because the disk is full
  ///   or the person has ended it, and the code of a stage went on all the same.
  func get() throws -> Connection {
    guard let connection = connection.withLock({ $0 }) else { throw SwiftDataError.migrationIsOver }
    guard connection.isInTransaction else { throw SQLiteError.rolledBack }
    return connection
  }

  func end() { connection.withLock { $0 = nil } }
}
