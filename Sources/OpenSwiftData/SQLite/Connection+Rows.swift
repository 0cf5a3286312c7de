extension Connection {
  /// All rows of a statement, each made into a value.
  func rows<Value>(
    _ sql: String, _ arguments: [SQLiteValue] = [], _ make: (Statement) throws -> Value
  ) throws -> [Value] {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(arguments)
    var values: [Value] = []
    while try statement.step() { values.append(try make(statement)) }
    return values
  }

  /// The first column of all rows as texts.
  func texts(_ sql: String, _ arguments: [SQLiteValue] = []) throws -> [String] {
    try rows(sql, arguments) { $0.text(0) }
  }
}
