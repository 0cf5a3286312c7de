extension SchemaDescription {
  /// Describes a store that was made before stores described themselves, by its tables.
  ///
  /// What tables can't tell (the Swift types) stays open; with the same columns it fits.
  init(tablesOf connection: Connection) throws {
    let names = try connection.texts(
      """
      SELECT name FROM sqlite_master
      WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE 'openswiftdata\\_%' ESCAPE '\\'
      """)
    self.init(entities: try names.map { try EntityDescription(table: $0, of: connection) })
  }
}

extension EntityDescription {
  fileprivate init(table: String, of connection: Connection) throws {
    let columns = try connection.rows(
      "SELECT name, type, \"notnull\" FROM pragma_table_info(?) WHERE pk = 0", [.text(table)]
    ) { ColumnDescription(name: $0.text(0), type: $0.text(1), isOptional: $0.integer(2) == 0) }
    let attributes = columns.map(AttributeDescription.init)
    let names = Dictionary(attributes.map { ($0.columns[0].name, $0.name) }, uniquingKeysWith: { first, _ in first })
    self.init(
      name: table, attributes: attributes,
      indexes: try Self.indexes(of: table, isUnique: false, names, connection),
      uniques: try Self.indexes(of: table, isUnique: true, names, connection))
  }

  private static func indexes(
    of table: String, isUnique: Bool, _ names: [String: String], _ connection: Connection
  ) throws -> [[String]] {
    let indexes = try connection.texts(
      "SELECT name FROM pragma_index_list(?) WHERE \"unique\" = ? AND origin = 'c' ORDER BY seq DESC",
      [.text(table), .integer(isUnique ? 1 : 0)])
    return try indexes.map { index in
      try connection.texts("SELECT name FROM pragma_index_info(?) ORDER BY seqno", [.text(index)])
        .map { names[$0] ?? $0 }
    }
  }
}

extension AttributeDescription {
  fileprivate init(_ column: ColumnDescription) {
    self.init(
      name: EntityTable.propertyName(column.name), columns: [column], storageType: nil, valueType: nil, encoding: nil,
      isOptional: column.isOptional, hasDefault: false, originalName: nil, hashModifier: nil)
  }
}
