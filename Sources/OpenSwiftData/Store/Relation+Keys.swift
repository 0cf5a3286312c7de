extension Relation {
  /// The keys at the other end of the relationship for some owners, in order; one query.
  ///
  /// One JSON text binds all owners, so the statement is always the same: https://www.sqlite.org/json1.html#jeach
  func lists(of owners: [Int64], on connection: Connection) throws -> [Int64: [Int64]] {
    let statement = try connection.statement(listSQL)
    defer { statement.reset() }
    try statement.bind([.text(SQLiteValue.jsonList(owners))])
    var lists: [Int64: [Int64]] = Dictionary(minimumCapacity: owners.count)
    while try statement.step() { lists[statement.integer(0), default: []].append(statement.integer(1)) }
    return lists
  }

  /// The same for any number of owners: one query for each run of neighbours, which SQLite need not look up one by one.
  ///
  /// - Parameter owners: in ascending order.
  /// - Returns: a list for each owner.
  func lists(ofAscending owners: [Int64], on connection: Connection) throws -> [[Int64]] {
    let statement = try connection.statement(listSQL { RowRanges.condition($0, 1) })
    var lists: [[Int64]] = Array(repeating: [], count: owners.count)
    var row = 0
    try RowRanges(owners).run(statement) { statement in
      let owner = statement.integer(0)
      while owners[row] < owner { row += 1 }
      lists[row].append(statement.integer(1))
    }
    return lists
  }

  private var listSQL: String { listSQL { "\($0) IN (SELECT value FROM json_each(?1))" } }

  /// - Parameter isAmong: the condition for the owners, whose column it gets.
  private func listSQL(_ isAmong: (String) -> String) -> String {
    switch storage {
    case .foreignKey:
      let key = EntityTable.column(property)
      let other = "SELECT \(EntityTable.keyColumn) FROM \(SQL.quoted(destination.tableName))"
      return """
        SELECT \(EntityTable.keyColumn), \(key) FROM \(SQL.quoted(owner.tableName)) \
        WHERE \(isAmong(EntityTable.keyColumn)) AND \(key) \(mayDangle ? "IN (\(other))" : "IS NOT NULL") \
        ORDER BY \(EntityTable.keyColumn)
        """
    case .inverseForeignKey(let inverse):
      let key = EntityTable.column(inverse)
      let place = isToMany ? "\(EntityTable.positionColumn(inverse)), " : ""
      return """
        SELECT \(key), \(EntityTable.keyColumn) FROM \(SQL.quoted(destination.tableName)) \
        WHERE \(isAmong(key)) ORDER BY \(key), \(place)\(EntityTable.keyColumn)
        """
    case .joinTable(let join):
      return """
        SELECT \(join.ownerColumn), \(join.targetColumn) FROM \(SQL.quoted(join.name)) \
        WHERE \(isAmong(join.ownerColumn)) \
        ORDER BY \(join.ownerColumn), \(join.positionColumn), \(join.targetColumn)
        """
    }
  }

  /// The keys of the rows whose relationship leads to one of some rows now.
  ///
  /// - Parameter limit: how many at most.
  func owners(
    leadingTo keys: ClosedRange<Int64>, atMost limit: Int = .max, on connection: Connection
  ) throws -> [Int64] {
    let (owners, isAmong) =
      switch storage {
      case .foreignKey:
        ("\(EntityTable.keyColumn) FROM \(SQL.quoted(owner.tableName))", EntityTable.column(property))
      case .inverseForeignKey(let inverse):
        (
          "\(EntityTable.column(inverse)) FROM \(SQL.quoted(destination.tableName))",
          "\(EntityTable.column(inverse)) IS NOT NULL AND \(EntityTable.keyColumn)"
        )
      case .joinTable(let join):
        ("\(join.ownerColumn) FROM \(SQL.quoted(join.name))", join.targetColumn)
      }
    return try connection.integers(
      "SELECT \(owners) WHERE \(isAmong) BETWEEN ? AND ? LIMIT ?",
      [.integer(keys.lowerBound), .integer(keys.upperBound), .integer(Int64(limit))])
  }
}
