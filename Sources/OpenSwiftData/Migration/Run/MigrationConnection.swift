import Locking

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

  /// - Throws: `SwiftDataError` after the migration.
  func get() throws -> Connection {
    guard let connection = connection.withLock({ $0 }) else { throw SwiftDataError.migrationIsOver }
    return connection
  }

  func end() { connection.withLock { $0 = nil } }
}
