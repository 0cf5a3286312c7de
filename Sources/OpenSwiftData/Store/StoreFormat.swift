import Foundation

/// What a store says of itself, and whether it fits the schema that wants to open it.
struct StoreFormat {
  /// The `user_version` of the files this library writes.
  static let fileVersion: Int64 = 1

  private static let metadataSchema = """
    CREATE TABLE openswiftdata_metadata(key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) WITHOUT ROWID;
    """

  let schema: Schema
  let location: String

  /// Creates the tables of an empty store, or checks those of an existing one.
  ///
  /// - Returns: the store's identifier.
  func open(_ connection: Connection) throws -> String {
    if try isEmpty(connection) { try create(connection) }
    try checkFileVersion(connection)
    try checkSchema(connection)
    return try metadata("store_identifier", connection) ?? ""
  }

  private func isEmpty(_ connection: Connection) throws -> Bool {
    try connection.integer("SELECT count(*) FROM sqlite_master") == 0
  }

  private func create(_ connection: Connection) throws {
    let tables = schema.entities.map { EntityTable($0, store: "") }
    try connection.withWriteTransaction {
      // Another process may have been first while this one waited for the lock.
      guard try isEmpty(connection) else { return }
      try connection.execute("PRAGMA application_id = \(StoreFile.applicationIdentifier)")
      try connection.execute("PRAGMA user_version = \(Self.fileVersion)")
      try connection.execute(Self.metadataSchema)
      try connection.execute(HistoryLog.schema)
      for sql in tables.flatMap(\.creationSQL) { try connection.execute(sql) }
      try setMetadata("store_identifier", UUID().uuidString, connection)
      try setMetadata("schema_version", schema.version.description, connection)
    }
  }

  private func checkFileVersion(_ connection: Connection) throws {
    let found = try connection.integer("PRAGMA user_version")
    guard found <= Self.fileVersion else {
      throw failure(.newerSchema, "The store's file format is \(found); this program knows \(Self.fileVersion).")
    }
  }

  private func checkSchema(_ connection: Connection) throws {
    let text = try metadata("schema_version", connection) ?? ""
    guard let found = Schema.Version(text) else { throw failure(.damaged, "The store does not say its version.") }
    guard found <= schema.version else {
      throw failure(.newerSchema, "The store has version \(found); this program knows up to \(schema.version).")
    }
    for entity in schema.entities { try checkTable(entity.properties, connection) }
  }

  private func checkTable(_ properties: ModelProperties, _ connection: Connection) throws {
    let statement = try connection.statement("SELECT name FROM pragma_table_info(?)")
    defer { statement.reset() }
    try statement.bind(properties.entityName, at: 1)
    var found: Set<String> = []
    while try statement.step() { found.insert(EntityTable.quoted(statement.text(0))) }
    if let missing = properties.stored.flatMap(\.columns).first(where: { !found.contains(EntityTable.column($0)) }) {
      throw failure(.schemaMismatch, "The store has no \(properties.entityName).\(missing.name).")
    }
  }

  private func metadata(_ key: String, _ connection: Connection) throws -> String? {
    guard
      case .text(let text) = try connection.value(
        "SELECT value FROM openswiftdata_metadata WHERE key = ?", [.text(key)])
    else { return nil }
    return text
  }

  private func setMetadata(_ key: String, _ value: String, _ connection: Connection) throws {
    try connection.run("INSERT INTO openswiftdata_metadata(key, value) VALUES(?, ?)", [.text(key), .text(value)])
  }

  private func failure(_ kind: StoreError.Kind, _ explanation: String) -> StoreError {
    StoreError(kind: kind, location: location, explanation: explanation)
  }
}
