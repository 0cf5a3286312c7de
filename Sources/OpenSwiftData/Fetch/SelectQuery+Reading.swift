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
    var keys: [Int64] = []
    try forEachKey(sql(selecting: EntityTable.keyColumn), on: connection) { keys.append($0) }
    return keys
  }
}
