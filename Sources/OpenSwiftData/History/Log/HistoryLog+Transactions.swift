/// Making public transactions of the history's rows.
extension HistoryLog {
  /// A transaction with its changes.
  func transaction(_ row: HistoryTransactionRow, on connection: Connection) throws -> DefaultHistoryTransaction {
    DefaultHistoryTransaction(
      row, storeIdentifier: storeIdentifier, changes: HistoryChangeList(try runs(of: row.id, on: connection)))
  }

  private func runs(of transaction: Int64, on connection: Connection) throws -> [HistoryRun] {
    let statement = try connection.statement(
      """
      SELECT entity, kind, first, min(last, max(first, ifnull(
        (SELECT seq FROM sqlite_sequence WHERE name = entity), 0))), properties
      FROM openswiftdata_change WHERE transaction_id = ? ORDER BY openswiftdata_change.rowid
      """)
    defer { statement.reset() }
    try statement.bind(transaction, at: 1)
    var tombstones: [String: [Int64: [String: SQLiteValue]]]?
    var runs: [HistoryRun] = []
    var ordinal: Int64 = 0
    while try statement.step() {
      guard let run = run(from: statement), let properties = properties(of: run.entity) else { continue }
      if run.kind == .delete, tombstones == nil, !properties.preservedOnDeletion.isEmpty {
        tombstones = try self.tombstones(of: transaction, on: connection)
      }
      runs.append(
        HistoryRun(
          run: run, properties: properties, transaction: transaction, firstOrdinal: ordinal,
          tombstones: run.kind == .delete ? tombstones?[properties.entityName] ?? [:] : [:]))
      ordinal += Int64(run.keys.count)
    }
    return runs
  }
}
