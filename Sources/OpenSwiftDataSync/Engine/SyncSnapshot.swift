import OpenSwiftData

// A snapshot stands for the batches that it has seen, so that a remote does not keep all that ever happened. It is
// merged row by row, in portions: a row's registers are joined by what each side has seen, and what this store has seen is
// noted at the end. If the program ends before, the next round begins anew, and a row that was joined stays as it is.

extension SyncEngine {
  /// Whether others may have forgotten deletions since this store was in touch with them last.
  func isStale() throws -> Bool {
    let contact = try write { try SyncTables($0, at: place).value("contact").integer }
    return contact > 0 && configuration.wallTime() - contact > Self.longAbsence
  }

  /// Notes that the store is in touch with the others; not more than once a day, since it is a write.
  ///
  /// - Returns: whether so much came and went since the last snapshot that one is due.
  private func noteContact() throws -> Bool {
    let now = configuration.wallTime()
    return try write { transaction in
      let tables = SyncTables(transaction, at: place)
      if try now - tables.value("contact").integer > 24 * 3_600_000 { try tables.setValue(.integer(now), "contact") }
      return try tables.isSnapshotDue(from: configuration.snapshotThreshold)
    }
  }

  private static let longAbsence = Int64(Horizon.usual.milliseconds / 2)

  /// Forgets what nobody needs of rows that were deleted before a time, in milliseconds since 1970.
  func prune(before horizon: UInt64) throws {
    try merging { round in try round.prune(before: horizon) }
  }

  /// Merges the snapshots of a remote, in portions.
  ///
  /// - Parameter isStale: whether what was written here meanwhile has to be told again.
  /// - Returns: how many rows of the store changed.
  /// - Throws: what the remote throws, `CodecError`, `ClockError`, `StoreError`.
  /// - Complexity: O(rows of the store and of the snapshots), in memory too.
  func mergeSnapshots(of remote: any SyncRemote, isStale: Bool) async throws -> Int {
    var changed = 0
    for bytes in try await remote.snapshots() { changed += try merge(snapshot: bytes, isStale: isStale) }
    return changed
  }

  private func merge(snapshot bytes: [UInt8], isStale: Bool) throws -> Int {
    let wall = configuration.wallTime()
    var unsent: [Batch] = []
    var before: SyncState?
    var rows: [SyncIdentity] = []
    var snapshot = SyncState(schema: SyncSchema(entities: [:]))
    try merging { round in
      snapshot = try StateCodec().state(of: bytes, schema: round.rules, current: round.renamings.current)
      try round.position.clock.observe(snapshot, wall: wall)
      unsent = try round.unsent()
      before = try round.state(of: Set(unsent.flatMap(\.changes).map(\.row)))
      rows = try Set(round.knownRows()).union(snapshot.parts.settled.rows.keys).sorted()
    }
    var changed = 0
    var rest = rows[...]
    while !rest.isEmpty {
      try Task.checkCancellation()
      let part = Set(rest.prefix(configuration.batchLimit))
      rest = rest.dropFirst(part.count)
      changed += try merging { try $0.join(part, of: snapshot) }.changed
    }
    changed += try merging { round in
      try round.note(snapshot)
      if isStale, let before { try round.rejoin(unsent, before: before, snapshot: snapshot, wall: wall) }
    }.changed
    return changed
  }

  /// Ends a round: leaves a snapshot if so much came and went since the last one that it is worth it.
  ///
  /// - Throws: what the remote throws, `StoreError`.
  /// - Complexity: O(rows of the store), in memory too, once in as many bytes of batches.
  func endRound(with remote: any SyncRemote) async throws {
    var snapshot: (bytes: [UInt8], seen: VersionVector)?
    guard try noteContact() else { return }
    try merging { round in
      let wall = UInt64(max(0, configuration.wallTime()))
      snapshot = try round.snapshot(
        horizon: wall - min(wall, Horizon.usual.milliseconds), limit: configuration.snapshotLimit)
    }
    guard let snapshot else { return }
    try await remote.leave(snapshot: snapshot.bytes, of: snapshot.seen)
    try write { try SyncTables($0, at: place).noteSnapshot(of: snapshot.bytes.count) }
  }
}

// MARK: - In one transaction

extension SyncRound {
  /// The rules of the merge.
  var rules: SyncSchema { store.state.schema }

  /// What became of properties of earlier versions.
  fileprivate var renamings: PropertyRenamings { ledger.schema.renamings }

  /// The batches that no remote has yet.
  fileprivate func unsent() throws -> [Batch] {
    try tables.outbox(limit: .max).map { try BatchCodec().batch(of: $0) }
  }

  /// The state of some rows.
  fileprivate func state(of rows: Set<SyncIdentity>) throws -> SyncState {
    try store.load(rows)
    return store.state
  }

  /// The rows that the ledger has.
  fileprivate func knownRows() throws -> [SyncIdentity] { try ledger.allRows() }

  /// Joins rows with those of a snapshot.
  fileprivate func join(_ rows: Set<SyncIdentity>, of snapshot: SyncState) throws { try store.join(rows, of: snapshot) }

  /// Notes that all of a snapshot was joined, and merges the batches that wait in it.
  fileprivate func note(_ snapshot: SyncState) throws {
    try store.note(seen: snapshot.seen)
    for batch in snapshot.parts.waiting { try store.merge(BatchCodec().envelope(of: batch)) }
    for batch in snapshot.setAside.values { try store.merge(batch.envelope) }
  }

  /// Writes again what others may have pruned meanwhile.
  fileprivate mutating func rejoin(
    _ unsent: [Batch], before: SyncState, snapshot: SyncState, wall: Int64
  ) throws {
    try store.load(Set(unsent.flatMap(\.changes).map(\.row)))
    try write(store.state.rejoin(unsent: unsent, before: before, snapshot: snapshot), wall: wall)
  }

  /// Forgets what nobody needs of rows that were deleted before a time.
  fileprivate func prune(before horizon: UInt64) throws { try store.prune(Set(ledger.allRows()), before: horizon) }

  /// All that is known, without what nobody needs; nil while batches wait here, or if it is too much.
  ///
  /// - Parameters:
  ///   - horizon: deletions from before are forgotten, in milliseconds since 1970.
  ///   - limit: how many rows it may have.
  fileprivate func snapshot(horizon: UInt64, limit: Int) throws -> (bytes: [UInt8], seen: VersionVector)? {
    let rows = try ledger.allRows()
    let unsent = try tables.outboxCount
    guard rows.count <= limit, unsent == 0, store.state.waitingBatches.isEmpty,
      store.state.setAside.isEmpty, position.remaining.isEmpty
    else { return nil }
    try store.prune(Set(rows), before: horizon)
    return (StateCodec().bytes(of: store.state), store.state.seen)
  }
}

extension StoreMerge {
  /// Takes over rows of a snapshot; what it has seen is noted when all are.
  fileprivate func join(_ rows: Set<SyncIdentity>, of snapshot: SyncState) throws {
    let theirs = snapshot.parts.settled
    let found = theirs.rows.filter { rows.contains($0.key) }
    try load(rows, for: found.flatMap { identity, row in row.changes(of: identity) })
    note(update { $0.join(rows, of: theirs) }, Array(rows))
  }

  fileprivate func note(seen: VersionVector) throws { note(update { $0.note(seen: seen) }, []) }

  /// Forgets what nobody needs of rows that were deleted before a time.
  fileprivate func prune(_ rows: Set<SyncIdentity>, before horizon: UInt64) throws {
    try load(rows)
    let before = state
    note(
      update { state in
        state.prune(before: horizon)
        return MergeOutcome()
      }, rows.filter { before.settledRow($0) != state.settledRow($0) })
  }
}

extension Row {
  /// The values as changes, for what must be read to merge them.
  fileprivate func changes(of identity: SyncIdentity) -> [Change] {
    keys.flatMap { key in
      (self[key]?.leaves ?? []).map {
        Change(row: identity, entity: entity, key: key, value: $0.value, stamp: $0.stamp)
      }
    }
  }
}

// MARK: - When it is worth it

extension SyncTables {
  /// Whether batches outweigh the last snapshot.
  fileprivate func isSnapshotDue(from threshold: Int) throws -> Bool {
    let bytes = try value("bytesSinceSnapshot").integer
    let last = try value("snapshotBytes").integer
    return bytes >= max(Int64(threshold), last)
  }

  /// Counts bytes of batches that came or went.
  func countTraffic(_ bytes: Int) throws {
    try setValue(.integer(value("bytesSinceSnapshot").integer + Int64(bytes)), "bytesSinceSnapshot")
  }

  fileprivate func noteSnapshot(of bytes: Int) throws {
    try setValue(.integer(0), "bytesSinceSnapshot")
    try setValue(.integer(Int64(bytes)), "snapshotBytes")
  }
}
