/// How much history a store holds, at most.
struct HistoryExtent {
  /// The number of runs of changes.
  ///
  /// Rows are numbered as they are written, so that two look-ups tell it; rows deleted in between are counted along.
  let changes: Int64
  /// The number of kept values of deleted rows, likewise.
  let tombstones: Int64
  /// Whether there are expired transactions that wait to be deleted.
  let hasBacklog: Bool

  init(on connection: Connection) throws {
    let statement = try connection.statement(
      """
      SELECT (SELECT max(rowid) FROM openswiftdata_change) - (SELECT min(rowid) FROM openswiftdata_change),
        (SELECT max(rowid) FROM openswiftdata_tombstone) - (SELECT min(rowid) FROM openswiftdata_tombstone),
        (SELECT min(id) FROM openswiftdata_transaction) <= expired FROM openswiftdata_history_state
      """)
    defer { statement.reset() }
    let isFound = try statement.step()
    changes = isFound ? statement.integer(0) : 0
    tombstones = isFound ? statement.integer(1) : 0
    hasBacklog = isFound && statement.integer(2) == 1
  }
}
