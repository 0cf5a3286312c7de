extension SelectQuery {
  /// A statement whose one value is the number of results.
  var countSQL: String {
    let rows = "FROM \(source)\(condition.map { " WHERE \($0.sql)" } ?? "")"
    // In which order they are counted makes no difference.
    return limit == nil && offset == nil
      ? "SELECT count(*) \(rows)" : "SELECT count(*) FROM (SELECT 1 \(rows)\(limitSQL))"
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
