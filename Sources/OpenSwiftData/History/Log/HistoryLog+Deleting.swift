/// Deleting history on request.
extension HistoryLog {
  /// Deletes transactions with all that belongs to them.
  func delete(_ transactions: [Int64], on connection: Connection) throws {
    guard let newest = transactions.max() else { return }
    for table in ["openswiftdata_change", "openswiftdata_tombstone"] {
      for id in transactions {
        try connection.run("DELETE FROM \(table) WHERE transaction_id = ?", [.integer(id)])
      }
    }
    for id in transactions {
      try connection.run("DELETE FROM openswiftdata_transaction WHERE id = ?", [.integer(id)])
    }
    try raiseMarks(expired: try lastBeforeOldest(on: connection), deleted: newest, on: connection)
  }

  /// Deletes all transactions so far.
  func deleteAll(on connection: Connection) throws {
    let last = try latestToken(on: connection)
    for table in ["openswiftdata_tombstone", "openswiftdata_change", "openswiftdata_transaction"] {
      try connection.execute("DELETE FROM \(table)")
    }
    try raiseMarks(expired: last, deleted: last, on: connection)
  }

  /// The last transaction before the oldest that is left.
  private func lastBeforeOldest(on connection: Connection) throws -> Int64 {
    let oldest = try connection.integer("SELECT min(id) FROM openswiftdata_transaction")
    return oldest > 0 ? oldest - 1 : try latestToken(on: connection)
  }
}
