/// Letting go of old history.
extension HistoryLog {
  private static let changeTable = "openswiftdata_change"
  private static let tombstoneTable = "openswiftdata_tombstone"

  /// Lets go of the oldest transactions while there is more history than is kept.
  ///
  /// They expire at once, and are deleted in small steps: no save does more than a few times its own work.
  ///
  /// - Parameter count: the number of runs that the save added.
  func prune(afterWriting count: Int, on connection: Connection) throws {
    let extent = try HistoryExtent(on: connection)
    let isChangesFull = extent.changes >= retention.rows
    let isTombstonesFull = extent.tombstones >= retention.rows
    guard isChangesFull || isTombstonesFull || extent.hasBacklog else { return }
    if isChangesFull { try expire(Self.changeTable, on: connection) }
    if isTombstonesFull { try expire(Self.tombstoneTable, on: connection) }
    try deleteExpired(atMost: max(retention.smallestStep, 2 * count), on: connection)
  }

  /// Expires the transactions that a table has too many rows for, and a few more, so that not every save has to.
  private func expire(_ table: String, on connection: Connection) throws {
    let oldestKept = try connection.integer(
      """
      SELECT transaction_id FROM \(table) WHERE rowid > (SELECT max(rowid) FROM \(table)) - ? ORDER BY rowid LIMIT 1
      """, [.integer(max(1, retention.rows - Int64(retention.smallestStep)))])
    try raiseMarks(expired: oldestKept - 1, deleted: 0, on: connection)
  }

  private func deleteExpired(atMost limit: Int, on connection: Connection) throws {
    let expired = try marks(on: connection).expired
    for table in [Self.changeTable, Self.tombstoneTable] {
      try connection.run(
        """
        DELETE FROM \(table) WHERE rowid IN (
          SELECT rowid FROM \(table) WHERE transaction_id <= ? ORDER BY transaction_id LIMIT ?)
        """, [.integer(expired), .integer(Int64(limit))])
    }
    try deleteBareTransactions(through: expired, atMost: limit, on: connection)
  }

  /// Deletes transactions of which nothing is left, so that no row has to go along.
  private func deleteBareTransactions(through last: Int64, atMost limit: Int, on connection: Connection) throws {
    try connection.run(
      """
      DELETE FROM openswiftdata_transaction WHERE id IN (
        SELECT id FROM openswiftdata_transaction WHERE id <= ?1
        AND id < ifnull((SELECT min(transaction_id) FROM \(Self.changeTable)), ?1 + 1)
        AND id < ifnull((SELECT min(transaction_id) FROM \(Self.tombstoneTable)), ?1 + 1) LIMIT ?2)
      """, [.integer(last), .integer(Int64(limit))])
  }
}
