import Foundation

/// The file format of a store: creates the tables of an empty one, and refuses later formats.
struct StoreFormat {
  /// The `user_version` of the files this library writes: 2, since stores describe their schema.
  static let fileVersion: Int64 = 2

  let schema: Schema
  let location: String

  func prepare(_ connection: Connection) throws {
    if try isEmpty(connection) { try create(connection) }
    let found = try connection.integer("PRAGMA user_version")
    guard found <= Self.fileVersion else {
      throw StoreError(
        kind: .newerSchema, location: location,
        explanation: "The store's file format is \(found); this program knows \(Self.fileVersion).")
    }
  }

  private func isEmpty(_ connection: Connection) throws -> Bool {
    try connection.integer("SELECT count(*) FROM sqlite_master") == 0
  }

  private func create(_ connection: Connection) throws {
    let tables = schema.roots.map { EntityTable($0, store: "") }
    try connection.withWriteTransaction {
      // Another process may have created them while this one waited for the lock.
      guard try isEmpty(connection) else { return }
      try connection.execute("PRAGMA application_id = \(StoreFile.applicationIdentifier)")
      try connection.execute("PRAGMA user_version = \(Self.fileVersion)")
      try connection.execute(StoreMetadata.creationSQL)
      try connection.execute(HistoryLog.schema)
      for sql in tables.flatMap(\.creationSQL) { try connection.execute(sql) }
      let metadata = StoreMetadata(connection: connection)
      try metadata.set(.storeIdentifier, to: UUID().uuidString)
      for table in tables { try FullTextSchema(table.hierarchy).create(on: connection) }
      try metadata.setSchema(SchemaDescription(schema), version: schema.version)
    }
  }
}

/// The table with a store's identifier and the description of its schema.
struct StoreMetadata {
  enum Key: String {
    case storeIdentifier = "store_identifier"
    case schemaVersion = "schema_version"
    case schemaDescription = "schema_description"
    case schemaFingerprint = "schema_fingerprint"
    /// The version of the rules by which the texts in the full-text indexes were folded.
    case fullTextFolding = "full_text_folding"
  }

  static let creationSQL = """
    CREATE TABLE openswiftdata_metadata(key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) WITHOUT ROWID;
    """

  let connection: Connection

  subscript(key: Key) -> String? {
    get throws {
      let sql = "SELECT value FROM openswiftdata_metadata WHERE key = ?"
      guard case .text(let text) = try connection.value(sql, [.text(key.rawValue)]) else { return nil }
      return text
    }
  }

  func set(_ key: Key, to value: String) throws {
    try connection.run(
      "INSERT OR REPLACE INTO openswiftdata_metadata(key, value) VALUES(?, ?)", [.text(key.rawValue), .text(value)])
  }

  /// Records the schema that the tables have now.
  func setSchema(_ description: SchemaDescription, version: Schema.Version) throws {
    try set(.schemaVersion, to: version.description)
    try set(.schemaDescription, to: description.json())
    try set(.schemaFingerprint, to: description.fingerprint)
  }
}
