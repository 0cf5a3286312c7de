/// References to rows that do not exist, as damage leaves them, or another program that deletes rows.
struct DanglingReferences {
  private let tables: [EntityTable]
  private let connection: Connection

  /// A column with references, of a table or a join table; no name is quoted.
  private struct Place {
    let relation: Relation
    let table: String
    /// The column with the key of the row that has the reference.
    let key: String
    let column: String
    let target: String
    /// Whether it is the end of a pair that owns the list.
    var isOwner = false

    /// NULL is not in an empty table either, so "NOT IN" alone would find columns without a reference.
    var condition: String {
      let column = SQL.quoted(column)
      return "\(column) IS NOT NULL AND \(column) NOT IN (SELECT id FROM \(SQL.quoted(target)))"
    }

    func problem(row: Int64, missing: Int64) -> String {
      isOwner
        ? "\(relation.fullName) of row \(missing), which does not exist, refers to row \(row) of "
          + relation.destination.tableName
        : "row \(row), \(relation.fullName) refers to row \(missing) of \(target), which does not exist"
    }
  }

  /// - Parameter tables: those of whole hierarchies.
  init(_ tables: [EntityTable], on connection: Connection) {
    self.tables = tables
    self.connection = connection
  }

  /// A phrase for each reference that no delete rule leaves behind.
  ///
  /// - Parameter limit: how many at most.
  /// - Complexity: linear in the number of rows and of pairs in join tables.
  func problems(limit: Int) throws -> [String] {
    var problems: [String] = []
    for place in tables.flatMap(columns) + tables.flatMap(pairs) where !place.relation.mayDangle {
      let rows = try connection.statement(
        """
        SELECT \(place.key), \(SQL.quoted(place.column)) FROM \(SQL.quoted(place.table)) \
        WHERE \(place.condition) LIMIT \(limit)
        """)
      defer { rows.reset() }
      while problems.count < limit, try rows.step() {
        problems.append(place.problem(row: rows.integer(0), missing: rows.integer(1)))
      }
    }
    return problems
  }

  /// Sets columns to NULL, deletes rows that require the reference and rows of join tables; returns the number.
  func remove() throws -> Int {
    let requiresRows = tables.contains { $0.hierarchy.relations.contains { !$0.property.allowsNone } }
    var (count, total) = (0, 0)
    // What required a lost row is lost too.
    repeat {
      count = try tables.reduce(0) { try $0 + remove(from: $1) }
      total += count
    } while requiresRows && count > 0
    return total
  }

  private func remove(from table: EntityTable) throws -> Int {
    var count = 0
    for place in columns(table) + pairs(table) where try exists(place) {
      let name = SQL.quoted(place.table)
      let isColumn = place.table == table.properties.tableName && place.relation.property.allowsNone
      let statement = isColumn ? "UPDATE \(name) SET \(SQL.quoted(place.column)) = NULL" : "DELETE FROM \(name)"
      try connection.run("\(statement) WHERE \(place.condition)")
      count += connection.changedRowCount
    }
    return count
  }

  private func columns(_ table: EntityTable) -> [Place] {
    table.hierarchy.relations.compactMap { relation in
      guard case .foreignKey = relation.storage else { return nil }
      return Place(
        relation: relation, table: table.properties.tableName, key: EntityTable.keyColumn,
        column: EntityTable.columnName(relation.property.storedName), target: relation.destination.tableName)
    }
  }

  /// Both ends of the pairs of each join table.
  private func pairs(_ table: EntityTable) -> [Place] {
    table.hierarchy.relations.flatMap { relation -> [Place] in
      guard case .joinTable(let join) = relation.storage, join.end != .second else { return [] }
      let (owner, target) = (join.ownerColumn, join.targetColumn)
      return [
        Place(
          relation: relation, table: join.name, key: owner, column: target, target: relation.destination.tableName),
        Place(
          relation: relation, table: join.name, key: target, column: owner, target: table.properties.tableName,
          isOwner: true),
      ]
    }
  }

  /// Whether the store has the tables and the column: it may be one of an earlier version.
  private func exists(_ place: Place) throws -> Bool {
    try connection.texts("SELECT name FROM pragma_table_info(?)", [.text(place.table)]).contains(place.column)
      && connection.has(.table, place.target)
  }
}
