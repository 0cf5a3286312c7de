import OpenSwiftData

// A store that was restored from a backup, or copied, can't go on under its name: another history has that name's next
// numbers. Nobody has seen what it has not pushed, so that becomes the new name's, as if it had been written under it: in
// the ledger and in the batches that wait.

extension SyncEngine {
  /// Goes on under another name, after the store was restored from a backup, or copied: its next numbers are taken.
  ///
  /// What the other store has pushed under the old name comes from the remote; what this one has not pushed is told under
  /// the new one.
  ///
  /// - Parameter old: its name so far; if another process was first, nothing is done.
  /// - Returns: its name now.
  /// - Throws: `SyncError.notSetUp`, `StoreError`.
  /// - Complexity: O(changes that were not pushed), in memory too.
  public func takeNewReplica(insteadOf old: Replica) throws -> Replica {
    try write { transaction in
      let tables = SyncTables(transaction, at: place)
      guard try tables.isSetUp else { throw SyncError.notSetUp }
      guard try SyncPosition(tables).replica == old else { return try SyncPosition(tables).replica }
      // Showing the renamed rows would undo what was saved since.
      try tables.create()
      var draining = try SyncRound(transaction, at: place, configuration)
      repeat {
        try draining.drain(wall: configuration.wallTime(), limit: configuration.batchLimit)
      } while !draining.isDrained
      _ = try draining.end()
      var position = try SyncPosition(tables)
      let unsent = try tables.outbox(limit: .max).map { try BatchCodec().batch(of: $0) }
      let renaming = ReplicaRenaming(of: old, to: configuration.newReplica(), unsent)
      position.take(replica: renaming.new)
      if let pushed = renaming.pushed { position.seen[old] = pushed }
      position.cursor = RemoteCursor()
      try tables.emptyOutbox()
      try position.write(to: tables)
      guard !unsent.isEmpty else { return renaming.new }
      var round = try SyncRound(transaction, at: place, configuration)
      try round.rename(renaming)
      _ = try round.end()
      return renaming.new
    }
  }
}

/// Batches that nobody has seen, under another name.
struct ReplicaRenaming {
  let new: Replica
  /// What was pushed under the old name; nil if all was.
  let pushed: VersionVector.Progress?
  /// The batches under the new name, numbered from 1.
  let batches: [Batch]
  private let old: Replica

  /// - Parameter unsent: the last batches of the old name.
  init(of old: Replica, to new: Replica, _ unsent: [Batch]) {
    (self.old, self.new) = (old, new)
    pushed = unsent.first?.header.vector[old]
    let pushed = pushed
    var before = VersionVector.Progress(number: 0, clock: 0)
    batches = unsent.map { batch in
      var batch = batch
      batch.header.id = BatchID(replica: new, number: before.number + 1)
      if let pushed { batch.header.vector[old] = pushed }
      batch.header.vector[new] = before
      for index in batch.changes.indices {
        batch.changes[index].stamp = Self.stamp(batch.changes[index].stamp, old, new, pushed)
        batch.changes[index].keeping = batch.changes[index].keeping.map { Self.stamp($0, old, new, pushed) }
      }
      before = VersionVector.Progress(number: before.number + 1, clock: batch.header.clock)
      return batch
    }
  }

  /// The stamp of a write under the new name, if it was not pushed under the old one.
  func stamp(_ stamp: Stamp) -> Stamp { Self.stamp(stamp, old, new, pushed) }

  private static func stamp(
    _ stamp: Stamp, _ old: Replica, _ new: Replica, _ pushed: VersionVector.Progress?
  ) -> Stamp {
    guard let pushed, stamp.replica == old, stamp.clock > pushed.clock else { return stamp }
    return Stamp(clock: stamp.clock, replica: new)
  }
}

extension SyncRound {
  fileprivate func rename(_ renaming: ReplicaRenaming) throws {
    let rows = Set(renaming.batches.lazy.flatMap(\.rows))
    try store.load(rows)
    store.note(store.update { $0.rename(renaming, in: rows) }, Array(rows))
    for batch in renaming.batches { try tables.enqueue(BatchCodec().envelope(of: batch)) }
  }
}
