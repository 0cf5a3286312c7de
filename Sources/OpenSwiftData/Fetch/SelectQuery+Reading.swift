extension SelectQuery {
  /// A statement whose one value is the number of results.
  var countSQL: String {
    if limit != nil || offset != nil { return "SELECT count(*) FROM (\(sql(selecting: EntityTable.keyColumn)))" }
    let condition = condition.map { " WHERE \($0.sql)" } ?? ""
    return "SELECT count(*) FROM \(source)\(condition)"
  }

  /// The primary keys of the results in their order.
  func keys(on connection: Connection) throws -> [Int64] {
    let statement = try connection.statement(sql(selecting: EntityTable.keyColumn))
    defer { statement.reset() }
    try statement.bind(arguments)
    var keys: [Int64] = []
    while try statement.step() { keys.append(statement.integer(0)) }
    return keys
  }
}
