/// The SQL that creates the table of a hierarchy, with the columns of all its classes.
extension EntityTable {
  var creationSQL: [String] { [tableSQL] + indexSQL + joinTables.flatMap(\.creationSQL) }

  /// The table's own statement. `AUTOINCREMENT` never uses a key twice: https://www.sqlite.org/autoinc.html
  var tableSQL: String {
    let classes = hierarchy.hasSubentities ? [classColumnDefinition] : []
    let definitions = hierarchy.root.stored.flatMap(\.columns).map(Self.definition)
    // NULL in the rows of other classes.
    let more = hierarchy.members.dropFirst().flatMap(\.properties.own).filter(\.isStored).flatMap(\.columns)
      .map { Self.definition(of: $0.with(isOptional: true)) }
    let positions = hierarchy.relations.filter(\.ordersInverse).map { "\(Self.positionColumn($0.property)) INTEGER" }
    let all = ["\(Self.keyColumn) INTEGER PRIMARY KEY AUTOINCREMENT"] + classes + definitions + more + positions
    return "CREATE TABLE \(name)(\(all.joined(separator: ", ")))"
  }

  var indexSQL: [String] {
    let classes = hierarchy.hasSubentities ? [classIndexSQL] : []
    let members = hierarchy.members.map(\.properties)
    return classes + members.flatMap { member in member.ownIndexes.map { indexSQL($0, of: member) } }
      + uniqueConstraints.map(\.sql) + hierarchy.relations.compactMap(foreignKeyIndexSQL)
  }

  /// The unquoted names of the indexes that speed queries up and enforce nothing.
  var queryIndexes: [String] {
    hierarchy.members.map(\.properties).flatMap { member in member.ownIndexes.map { Self.indexName($0, of: member) } }
  }

  /// The unique indexes, each with its columns, its condition and its statement.
  var uniqueConstraints: [(columns: [String], condition: String?, sql: String)] {
    hierarchy.members.indices.flatMap { index in
      let member = hierarchy.members[index].properties
      let condition = index == 0 ? nil : Self.classCondition(hierarchy.family(of: index).map(\.properties))
      return member.ownUniques.map { ($0, condition, indexSQL($0, of: member, unique: true, condition)) }
    }
  }

  /// The join tables that are created together with this table.
  var joinTables: [JoinTable] {
    hierarchy.relations.compactMap { relation in
      guard case .joinTable(let join) = relation.storage, join.end != .second else { return nil }
      return join
    }
  }

  private func foreignKeyIndexSQL(_ relation: Relation) -> String? {
    guard case .foreignKey = relation.storage else { return nil }
    let title = SQL.quoted("\(relation.owner.entityName).\(relation.property.name)")
    let place = relation.ordersInverse ? ", \(Self.positionColumn(relation.property))" : ""
    return "CREATE INDEX IF NOT EXISTS \(title) ON \(name)(\(Self.column(relation.property))\(place))"
  }

  private func indexSQL(
    _ names: [String], of member: ModelProperties, unique: Bool = false, _ condition: String? = nil
  ) -> String {
    let title = SQL.quoted(Self.indexName(names, of: member) + (unique ? "_unique" : ""))
    let columns = names.map { SQL.quoted(Self.columnName($0)) }.joined(separator: ", ")
    let rows = condition.map { " WHERE \($0)" } ?? ""
    return "CREATE \(unique ? "UNIQUE " : "")INDEX IF NOT EXISTS \(title) ON \(name)(\(columns))\(rows)"
  }

  private static func indexName(_ names: [String], of member: ModelProperties) -> String {
    "\(member.entityName)_\(names.joined(separator: "_"))"
  }

  private static func definition(of column: ModelColumn) -> String {
    "\(Self.column(column)) \(column.type)\(column.isOptional ? "" : " NOT NULL")"
  }
}
