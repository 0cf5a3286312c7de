import Foundation

/// The file format of a store: what an empty one is filled with, and which ones this library can work with.
struct StoreFormat {
  /// The `user_version` of the files this library writes.
  ///
  /// 1: the first one. 2: the store describes its schema.
  static let fileVersion: Int64 = 2

  let schema: Schema
  let location: String

  /// Creates the tables of an empty store, and refuses a file of a later format.
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
      // Another process may have been first while this one waited for the lock.
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
