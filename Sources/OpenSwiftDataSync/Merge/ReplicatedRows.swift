/// All rows, and what was seen of each replica: applies batches, and joins with the rows of another replica.
///
/// Batches are applied after those that they knew of; `SyncState` sees to it.
struct ReplicatedRows: Equatable, Sendable {
  private(set) var rows: [SyncIdentity: Row] = [:]
  private(set) var seen = VersionVector()

  init() {}

  /// The rows that were decoded.
  init(rows: [SyncIdentity: Row], seen: VersionVector) {
    self.rows = rows
    self.seen = seen
  }

  subscript(_ identity: SyncIdentity) -> Row? { rows[identity] }

  /// Adds a row that was read from where it is kept.
  mutating func include(_ identity: SyncIdentity, _ row: Row) { rows[identity] = row }

  /// Whether a batch is the next one of its replica, and all that it knew of was seen.
  func isReady(for batch: Batch) -> Bool {
    seen[batch.id.replica].number &+ 1 == batch.id.number && seen.covers(batch.header.vector)
  }

  /// Applies a batch that is ready.
  mutating func apply(_ batch: Batch) {
    for run in batch.changes.rowRuns {
      let first = batch.changes[run.lowerBound]
      if rows[first.row] == nil, let row = Row(inserting: batch.changes[run]) {
        rows[first.row] = row
        continue
      }
      // Taken out while it is written, so that it is not copied.
      var row = rows.removeValue(forKey: first.row) ?? Row(entity: first.entity)
      if row.isEmpty { row.reserveCapacity(run.count) }
      for change in batch.changes[run] { row.apply(change, of: batch) }
      rows[first.row] = row
    }
    note(batch.header)
  }

  /// Notes that a batch was seen.
  mutating func note(_ header: BatchHeader) {
    let own = seen[header.id.replica]
    seen[header.id.replica] = VersionVector.Progress(
      number: max(own.number, header.id.number), clock: max(own.clock, header.clock))
  }

  /// Counts a batch as seen that can't be read.
  mutating func skip(_ batch: BatchID) { seen[batch.replica].number = max(seen[batch.replica].number, batch.number) }

  /// Takes over what another replica has.
  ///
  /// - Complexity: O(registers of both).
  mutating func join(_ other: ReplicatedRows) {
    for identity in Set(rows.keys).union(other.rows.keys) {
      let (own, theirs) = (rows[identity], other.rows[identity])
      if own == theirs { continue }
      rows[identity] = Row.joined(own, seen, theirs, other.seen)
    }
    seen.merge(other.seen)
  }

  /// Takes over some of the rows that another replica has, and not yet what it has seen.
  mutating func join(_ other: ReplicatedRows, _ identities: Set<SyncIdentity>) {
    for identity in identities {
      let (own, theirs) = (rows[identity], other.rows[identity])
      if own != theirs { rows[identity] = Row.joined(own, seen, theirs, other.seen) }
    }
  }

  mutating func note(seen other: VersionVector) { seen.merge(other) }

  /// Takes writes of some rows for another name's.
  mutating func rename(_ renaming: ReplicaRenaming, in identities: Set<SyncIdentity>) {
    for identity in identities { rows[identity]?.restamp(renaming.stamp) }
    for batch in renaming.batches { note(batch.header) }
  }

  /// Removes what nobody needs of rows that were deleted before a time, in milliseconds since 1970.
  ///
  /// - Complexity: O(rows).
  mutating func prune(before horizon: UInt64) {
    for identity in rows.keys {
      guard var row = rows[identity], row.prune(before: horizon) else { continue }
      rows[identity] = row.isEmpty ? nil : row
    }
  }
}
