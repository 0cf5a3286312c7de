/// Preserving values of rows that are deleted.
extension HistoryLog {
  /// Preserves the values of a row that is about to be deleted, for a new transaction of the history.
  ///
  /// They are read from the row, not from a model: a tombstone has what the store held. Costs nothing for entities that
  /// preserve nothing.
  func preserveValues(of key: Int64, in table: EntityTable, on connection: Connection) throws {
    guard !table.properties.preservedOnDeletion.isEmpty else { return }
    let condition = SQLText(sql: "\(EntityTable.keyColumn) = ?", arguments: [.integer(key)])
    try preserveValues(matching: condition, in: table, to: nil, on: connection)
  }

  /// Preserves the values of all rows that match a condition and are about to be deleted by one statement.
  ///
  /// - Parameter open: the number of the transaction that the deletion belongs to, see `append`; nil for a new one.
  func preserveValues(
    matching condition: SQLText, in table: EntityTable, to open: Int64?, on connection: Connection
  ) throws {
    let preserved = table.properties.preservedOnDeletion
    guard !preserved.isEmpty else { return }
    let columns = preserved.flatMap(\.columns).map { ", \(EntityTable.column($0))" }.joined()
    let rows = try connection.statement(
      """
      SELECT \(EntityTable.keyColumn)\(columns) FROM \(table.name) AS \(PredicateTranslator.rootAlias)
      WHERE \(condition.sql)
      """)
    defer { rows.reset() }
    try rows.bind(condition.arguments)
    // A new transaction gets its row last, when all of its changes are known; its number will be the next one.
    let transaction = try open ?? latestToken(on: connection) + 1
    while try rows.step() { try preserve(preserved, of: rows, in: table, transaction, on: connection) }
  }

  private func preserve(
    _ properties: [ModelProperty], of row: Statement, in table: EntityTable, _ transaction: Int64,
    on connection: Connection
  ) throws {
    var column: Int32 = 1
    for property in properties {
      // A value that can't be read can't be preserved, but the row can still be deleted.
      let value = try? property.encodedValue(in: ColumnReader(statement: row, column: column))
      if let value, value != .null {
        try preserve(value, of: property, row.integer(0), in: table, transaction, on: connection)
      }
      column += Int32(property.columns.count)
    }
  }

  private func preserve(
    _ value: SQLiteValue, of property: ModelProperty, _ key: Int64, in table: EntityTable, _ transaction: Int64,
    on connection: Connection
  ) throws {
    try connection.run(
      "INSERT INTO openswiftdata_tombstone(transaction_id, entity, key, property, value) VALUES(?, ?, ?, ?, ?)",
      [
        .integer(transaction), .text(table.properties.entityName), .integer(key), .text(property.name), value,
      ])
  }

  /// The preserved values of a transaction's deleted rows, by entity, key and property.
  func tombstones(
    of transaction: Int64, on connection: Connection
  ) throws -> [String: [Int64: [String: SQLiteValue]]] {
    let statement = try connection.statement(
      "SELECT entity, key, property, value FROM openswiftdata_tombstone WHERE transaction_id = ?")
    defer { statement.reset() }
    try statement.bind(transaction, at: 1)
    var values: [String: [Int64: [String: SQLiteValue]]] = [:]
    while try statement.step() {
      values[statement.text(0), default: [:]][statement.integer(1), default: [:]][statement.text(2)] =
        statement.value(3)
    }
    return values
  }
}
