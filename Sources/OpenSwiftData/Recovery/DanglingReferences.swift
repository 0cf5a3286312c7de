/// The references of a store's rows to rows that are not there.
struct DanglingReferences {
  private let schema: Schema
  private let connection: Connection

  init(_ schema: Schema, on connection: Connection) {
    self.schema = schema
    self.connection = connection
  }

  /// Lets them go: a column becomes empty, a row that can't do without it is removed, and so is a pair.
  ///
  /// - Returns: how many there were.
  func remove() throws -> Int {
    var count = 0
    for table in schema.roots.map({ EntityTable($0, store: "") }) {
      for relation in table.relations {
        if case .foreignKey = relation.storage { count += try removeColumn(relation, table) }
      }
      for join in table.joinTables { count += try removePairs(join, table) }
    }
    return count
  }

  private func removeColumn(_ relation: Relation, _ table: EntityTable) throws -> Int {
    let (name, column) = (table.properties.tableName, EntityTable.column(relation.property))
    let target = relation.destination.tableName
    guard try hasColumn(relation.property.name, of: name), try connection.hasTable(target) else { return 0 }
    // Nothing is in an empty table, not even NULL, so that alone would call no reference a dangling one.
    let condition = "\(column) IS NOT NULL AND \(column) NOT IN (SELECT id FROM \(EntityTable.quoted(target)))"
    let statement =
      relation.property.allowsNone
      ? "UPDATE \(EntityTable.quoted(name)) SET \(column) = NULL" : "DELETE FROM \(EntityTable.quoted(name))"
    try connection.run("\(statement) WHERE \(condition)")
    return connection.changedRowCount
  }

  private func removePairs(_ join: JoinTable, _ table: EntityTable) throws -> Int {
    guard try connection.hasTable(join.name),
      let relation = table.relations.first(where: {
        if case .joinTable(let other) = $0.storage { other.name == join.name } else { false }
      }), try connection.hasTable(relation.destination.tableName)
    else { return 0 }
    try connection.run(
      """
      DELETE FROM \(EntityTable.quoted(join.name)) WHERE \(join.ownerColumn) NOT IN (SELECT id FROM \(table.name)) \
      OR \(join.targetColumn) NOT IN (SELECT id FROM \(EntityTable.quoted(relation.destination.tableName)))
      """)
    return connection.changedRowCount
  }

  private func hasColumn(_ column: String, of table: String) throws -> Bool {
    try connection.texts("SELECT name FROM pragma_table_info(?)", [.text(table)]).contains(column)
  }
}
