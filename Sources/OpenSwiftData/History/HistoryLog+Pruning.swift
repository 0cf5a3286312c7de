import DocketLocking

/// How much history a store keeps.
///
/// Followers in this process need little of it: one that falls behind reads everything again. The rest is for programs
/// that come back after days with a token, for instance to synchronise the changes since then with a server.
struct HistoryRetention: Sendable {
  /// The number of runs of changes that are kept, and of values of tombstones; the newest transaction is always kept.
  ///
  /// A run takes about fifty bytes.
  let rows: Int64

  /// The number of rows that a save deletes at least, while there are too many.
  ///
  /// A larger save deletes twice as many as it adds, so that the history shrinks and no save takes long.
  let smallestStep: Int

  init(rows: Int64, smallestStep: Int = 128) {
    self.rows = rows
    self.smallestStep = smallestStep
  }

  static let standard = HistoryRetention(rows: 100_000)
}

extension HistoryLog {
  private static let changeTable = "openswiftdata_change"
  private static let tombstoneTable = "openswiftdata_tombstone"

  /// Prunes the oldest transactions while there is more history than is kept.
  ///
  /// They expire at once, and are deleted in small steps: no save does more than a few times its own work. To look for
  /// them takes longer than to write a run, so it is done when there may be any.
  ///
  /// - Parameter runs: those that the save has just added.
  func prune(afterWriting runs: [ModelChanges.Run], on connection: Connection) throws {
    let lastRun = runs.isEmpty ? nil : connection.lastInsertedKey
    // A deletion may have left tombstones.
    if let lastRun, lookout.isQuiet(at: lastRun), !runs.contains(where: { $0.kind == .delete }) { return }
    let count = runs.count
    let extent = try HistoryExtent(on: connection)
    let isChangesFull = extent.changes >= retention.rows
    let isTombstonesFull = extent.tombstones >= retention.rows
    guard isChangesFull || isTombstonesFull || extent.hasBacklog else {
      if let lastRun { lookout.noteQuiet(at: lastRun, until: lastRun - extent.changes + retention.rows) }
      return
    }
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
    let held = try heldToken(on: connection) ?? .max
    try raiseMarks(expired: min(oldestKept - 1, held), deleted: 0, on: connection)
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

  /// Deletes transactions without changes and tombstones, so that the deletion doesn't cascade.
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

/// Knows until when there is no more history than is kept, as this container saw it last.
///
/// Runs are numbered in the order of writing. Other containers may delete old ones meanwhile, which only lets more time
/// pass; and if somebody deletes all, the numbers begin anew, and are looked at again.
final class HistoryLookout: Sendable {
  private let range = Lock<Range<Int64>>(0..<0)

  /// Whether there can't be too much history once a run was written.
  func isQuiet(at run: Int64) -> Bool { range.withLock { $0.contains(run) } }

  func noteQuiet(at run: Int64, until end: Int64) { range.withLock { $0 = run..<max(run, end) } }
}

/// How much history a store holds, at most.
private struct HistoryExtent {
  /// The number of runs of changes.
  ///
  /// Rows are numbered in the order of writing, so that two look-ups tell; rows deleted in between are counted too.
  let changes: Int64
  /// The number of preserved values of deleted rows, counted the same way.
  let tombstones: Int64
  /// Whether there are expired transactions that are not deleted yet.
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

extension HistoryLog {
  /// Deletes transactions with their changes and tombstones.
  func delete(_ transactions: [Int64], on connection: Connection) throws {
    guard let newest = transactions.max() else { return }
    for table in [Self.changeTable, Self.tombstoneTable] {
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
    for table in [Self.tombstoneTable, Self.changeTable, "openswiftdata_transaction"] {
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

// MARK: - Holding

extension HistoryLog {
  private static let holdTable = "openswiftdata_history_hold"

  /// Keeps the transactions after a token, however many there are, until the same reader names a later one.
  ///
  /// - Parameter token: nil to hold nothing any more.
  func hold(after token: Int64?, by reader: String, on connection: Connection) throws {
    try connection.execute(
      "CREATE TABLE IF NOT EXISTS \(Self.holdTable)(reader TEXT PRIMARY KEY, token INTEGER NOT NULL) WITHOUT ROWID")
    if let token {
      try connection.run(
        "INSERT OR REPLACE INTO \(Self.holdTable) VALUES(?, ?)", [.text(reader), .integer(token)])
    } else {
      try connection.run("DELETE FROM \(Self.holdTable) WHERE reader = ?", [.text(reader)])
    }
  }

  /// The last transaction that every reader has read; nil if nobody holds any.
  private func heldToken(on connection: Connection) throws -> Int64? {
    guard try connection.has(.table, Self.holdTable) else { return nil }
    if case .integer(let token) = try connection.value("SELECT min(token) FROM \(Self.holdTable)") { return token }
    return nil
  }
}
