/// A context of one version of the models inside of a migration's transaction.
final class MigrationSession {
  let context: ModelContext
  private let connection: MigrationConnection
  // The context refers to its container weakly.
  private let container: ModelContainer

  init(_ schema: Schema, on connection: Connection, allowsSave: Bool = true, store: StoreOpening) throws {
    self.connection = MigrationConnection(connection, allowsSave: allowsSave)
    let store = try SQLiteStore(
      schema: schema, configuration: store.configuration, location: store.location, migrating: self.connection)
    container = ModelContainer(store: store)
    context = ModelContext(container)
  }

  /// Saves what was left unsaved, and ends the context's access to the store.
  func end() throws {
    defer { connection.end() }
    if connection.allowsSave { try context.save() }
  }
}
