extension ResultsReader {
  /// The condition of the rows; if SQL can't say it, the keys of the rows that were found in memory.
  func condition(on connection: Connection) throws -> SQLText? {
    guard query.residual != nil else { return query.select.condition }
    let keys = try content(limit: nil, on: connection).keys
    return SQLText(
      sql: "\(PredicateTranslator.rootAlias).\(EntityTable.keyColumn) IN (SELECT value FROM json_each(?1))",
      arguments: [.text(SQLiteValue.jsonList(keys.chunks.flatMap(\.keys)))])
  }
}
