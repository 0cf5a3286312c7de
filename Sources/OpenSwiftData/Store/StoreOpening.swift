/// Opens a store: creates or migrates its tables, and brings triggers and indexes up to date.
struct StoreOpening {
  let migration: StoreMigration
  let setup: ConnectionSetup

  struct Outcome {
    let identifier: String
    let schemaGuard: SchemaGuard
    /// Whether the full-text indexes are complete; those of a read-only store can't be rebuilt.
    let hasFullText: Bool
  }

  private var schema: Schema { migration.schema }
  private var location: String { migration.location.name }

  /// - Throws: `StoreError`, and what the code of a migration throws; the store is then as it was.
  func run(on pool: ConnectionPool) throws -> Outcome {
    do {
      return try pool.withConnection { connection in
        try connection.reporting(to: migration.progress) { try run(on: connection) }
      }
    } catch let error as SQLiteError {
      throw StoreError(error, location: location)
    }
  }

  private func run(on connection: Connection) throws -> Outcome {
    try StoreFormat(schema: schema, location: location).prepare(connection)
    try migration.run(on: connection)
    let metadata = StoreMetadata(connection: connection)
    // Read now: what another process does from here on must be noticed.
    let fingerprint = try metadata[.schemaFingerprint]
    let cookie = try connection.integer("PRAGMA schema_version")
    try setup.enableWriteAheadLog(connection)
    let tables = schema.roots.map { EntityTable($0, store: "") }
    if setup.mode == .readWrite { try complete(tables, on: connection) }
    return Outcome(
      identifier: try metadata[.storeIdentifier] ?? "",
      schemaGuard: SchemaGuard(
        fingerprint: fingerprint, folding: try metadata[.fullTextFolding], cookie: cookie, location: location),
      hasFullText: try setup.mode == .readWrite || FullTextSchema.areComplete(tables, on: connection))
  }

  /// Creates what earlier versions of the library, or other programs, left out.
  private func complete(_ tables: [EntityTable], on connection: Connection) throws {
    try HistoryLog.prepare(connection)
    try ExternalDataSchema(schema.entities.map(\.properties)).install(connection)
    try ConnectionSetup.withUpgradeTimeout(on: connection) {
      do {
        try FullTextSchema.repair(tables, on: connection, migration.progress)
      } catch let error as SQLiteError where error.isInvalidSQL {
        // Indexes can't be made for a table that is not there.
        guard let problem = try StoredDefinitions(tables, on: connection).problems().first else { throw error }
        throw StoreError(kind: .damaged, location: location, explanation: "The store is damaged: \(problem).")
      }
    }
  }
}
