/// The columns of a transaction, without its changes.
struct HistoryTransactionRow: Sendable {
  let id: Int64
  let timestamp: Double
  let author: String?
  let bundle: String
  let process: String
}

extension HistoryTransactionRow {
  /// Reads the row that a statement over `columns` stands on.
  init(_ row: Statement) {
    id = row.integer(0)
    timestamp = row.real(1)
    author = row.isNull(2) ? nil : row.text(2)
    bundle = row.text(3)
    process = row.text(4)
  }
}
