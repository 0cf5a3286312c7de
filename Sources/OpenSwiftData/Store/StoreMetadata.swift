/// The table in which a store says what it is.
struct StoreMetadata {
  /// What can be said.
  enum Key: String {
    case storeIdentifier = "store_identifier"
    case schemaVersion = "schema_version"
    case schemaDescription = "schema_description"
    case schemaFingerprint = "schema_fingerprint"
    /// The rules by which the full-text indexes were folded.
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

  /// Notes for which schema the tables are made now.
  func setSchema(_ description: SchemaDescription, version: Schema.Version) throws {
    try set(.schemaVersion, to: version.description)
    try set(.schemaDescription, to: description.json())
    try set(.schemaFingerprint, to: description.fingerprint)
  }
}
