/// Keeping values of rows that are deleted.
extension HistoryLog {
  /// Keeps the preserved values of a row that is about to be deleted, for the transaction that is being written.
  ///
  /// They are taken from the row, not from a model: what counts is what the store held. Costs nothing for entities that
  /// preserve nothing.
  func preserveValues(of key: Int64, in table: EntityTable, on connection: Connection) throws {
    for property in table.properties.preservedOnDeletion {
      try connection.run(
        preservationSQL(property, table, condition: "\(EntityTable.keyColumn) = ?"), [.integer(key)])
    }
  }

  /// The same for all rows that a condition names, about to be deleted by one statement.
  func preserveValues(matching condition: SQLText, in table: EntityTable, on connection: Connection) throws {
    for property in table.properties.preservedOnDeletion {
      try connection.run(preservationSQL(property, table, condition: condition.sql), condition.arguments)
    }
  }

  /// The transaction's row comes last, because only then it is known what it did; until the commit its number, the next
  /// one, stands for it.
  private func preservationSQL(_ property: ModelProperty, _ table: EntityTable, condition: String) -> String {
    """
    INSERT INTO openswiftdata_tombstone(transaction_id, entity, key, property, value)
    SELECT (SELECT ifnull(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'openswiftdata_transaction'),
      \(literal(table.properties.entityName)), \(EntityTable.keyColumn), \(literal(property.name)),
      \(EntityTable.column(property))
    FROM \(table.name) AS \(PredicateTranslator.rootAlias)
    WHERE \(EntityTable.column(property)) IS NOT NULL AND (\(condition))
    """
  }

  /// Names are Swift identifiers, so there is nothing to escape.
  private func literal(_ name: String) -> String { "'\(name)'" }

  /// The kept values of a transaction's deleted rows, by entity, key and property.
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
