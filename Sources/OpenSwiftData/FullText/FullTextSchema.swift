/// The full-text indexes of one entity in a store: creates, checks, rebuilds and drops them.
struct FullTextSchema {
  /// The version in the store's metadata: that of the rules by which texts are folded, and that of the tables.
  static let version = "\(TextFolder.version).\(FullTextIndex.version)"

  private let entity: String
  /// The indexed columns, not quoted.
  private let columns: [String]

  init(_ hierarchy: EntityHierarchy) {
    entity = hierarchy.root.entityName
    columns = hierarchy.fullText
  }

  /// The indexes of an entity in the description of a store.
  init(_ description: EntityDescription) {
    entity = description.name
    columns = description.fullText ?? []
  }

  /// Whether a table belongs to some full-text index, by its name.
  static func isPart(_ table: String) -> Bool {
    [FullTextIndex.prefix, FullTextIndex.trigramsPrefix, UnindexedRows.prefix].contains { table.hasPrefix($0) }
  }

  /// The indexes, one for each column.
  var indexes: [FullTextIndex] { columns.map { FullTextIndex(entity: entity, column: $0) } }
  private var unindexed: UnindexedRows { UnindexedRows(entity: entity, columns: columns) }

  /// Creates the indexes, in which no row is indexed yet.
  func create(on connection: Connection) throws {
    guard !columns.isEmpty else { return }
    for index in indexes { try index.create(on: connection) }
    try unindexed.create(on: connection)
    try StoreMetadata(connection: connection).set(.fullTextFolding, to: Self.version)
  }

  /// Drops the indexes.
  func drop(on connection: Connection) throws {
    guard !columns.isEmpty else { return }
    for index in indexes { try index.drop(on: connection) }
    try unindexed.drop(on: connection)
  }

  /// Rebuilds the indexes of all entities if a part of them is missing or of another version; takes no lock otherwise.
  ///
  /// - Parameter progress: counts the rows.
  static func repair(_ tables: [EntityTable], on connection: Connection, _ progress: WorkProgress?) throws {
    let schemas = schemas(of: tables)
    guard try !areComplete(schemas, on: connection) else { return }
    try connection.withWriteTransaction {
      // Another process may have done it while this one waited for the lock.
      guard try !areComplete(schemas, on: connection) else { return }
      try rebuild(tables, on: connection, progress)
    }
  }

  /// Rebuilds the indexes of all entities within a transaction.
  static func rebuild(_ tables: [EntityTable], on connection: Connection, _ progress: WorkProgress?) throws {
    for schema in schemas(of: tables) {
      try schema.drop(on: connection)
      try schema.create(on: connection)
    }
    try FullTextUpdate.run(tables, on: connection, progress)
  }

  /// Whether the store has indexes of another version.
  static func isOutdated(on connection: Connection) throws -> Bool {
    try StoreMetadata(connection: connection)[.fullTextFolding].map { $0 != version } ?? false
  }

  /// Whether the indexes of all entities are there and of this version.
  static func areComplete(_ tables: [EntityTable], on connection: Connection) throws -> Bool {
    try areComplete(schemas(of: tables), on: connection)
  }

  private static func schemas(of tables: [EntityTable]) -> [FullTextSchema] {
    tables.map { FullTextSchema($0.hierarchy) }.filter { !$0.columns.isEmpty }
  }

  private static func areComplete(_ schemas: [FullTextSchema], on connection: Connection) throws -> Bool {
    guard !schemas.isEmpty else { return true }
    guard try StoreMetadata(connection: connection)[.fullTextFolding] == version else { return false }
    return try schemas.allSatisfy { try $0.isComplete(on: connection) }
  }

  private func isComplete(on connection: Connection) throws -> Bool {
    try (indexes.flatMap(\.names) + unindexed.names).allSatisfy { name in
      try connection.integer("SELECT count(*) FROM sqlite_master WHERE name = ?", [.text(name)]) == 1
    }
  }
}

extension FullTextSchema {
  /// Refuses declarations that name something else than a stored text.
  static func check(_ schema: Schema) throws {
    for properties in schema.entities.map(\.properties) {
      guard let name = properties.misplacedFullText.first else { continue }
      throw SwiftDataError(
        .unsupportedKeyPath,
        "\(properties.entityName).\(name) is not a stored text, so it can't have a full-text index: take it out of "
          + "#FullTextIndex.")
    }
  }
}
