import OpenSwiftData

// A snapshot stands for the batches that it has seen, so that a remote does not keep all that ever happened. It is
// merged row by row, in portions: a row's registers are joined by what each side has seen, and what this store has seen is
// noted at the end. If the program ends before, the next round begins anew, and a row that was joined stays as it is.

extension SyncEngine {
  /// Whether others may have forgotten deletions since this store was in touch with them last.
  func isStale() throws -> Bool {
    let contact = try read { try SyncTables($0, at: place).value("contact").integer }
    return contact > 0 && configuration.wallTime() - contact > Self.longAbsence
  }

  /// Notes that the store is in touch with the others; not more than once a day, since it is a write.
  func noteContact() throws {
    let now = configuration.wallTime()
    let last = try read { try SyncTables($0, at: place).value("contact").integer }
    guard now - last > 24 * 3_600_000 else { return }
    try write { try SyncTables($0, at: place).setValue(.integer(now), "contact") }
  }

  private static let longAbsence = Int64(Horizon.usual.milliseconds / 2)

  /// Forgets what nobody needs of rows that were deleted before a time, in milliseconds since 1970, in portions.
  func prune(before horizon: UInt64) async throws {
    var rest = try read { try prunableRows($0, before: horizon) }[...]
    while !rest.isEmpty {
      try Task.checkCancellation()
      let part = Set(rest.prefix(configuration.transactionLimit))
      rest = rest.dropFirst(part.count)
      try await merging { try $0.store.prune(part, before: horizon) }
    }
  }

  /// The rows of which something can be forgotten; read without a lock, since most of the hidden ones are none.
  private func prunableRows(_ transaction: ReplicationTransaction, before horizon: UInt64) throws -> [SyncIdentity] {
    var prunable: [SyncIdentity] = []
    try forEachRow(of: ledger(transaction).hiddenRows(), transaction) { identity, row in
      var row = row
      if row.prune(before: horizon) { prunable.append(identity) }
    }
    return prunable.sorted()
  }

  /// Reads the registers of rows, a portion at a time: a ledger keeps what it has read, so each portion has one of its own.
  private func forEachRow(
    of identities: [SyncIdentity], _ transaction: ReplicationTransaction, _ body: (SyncIdentity, Row) -> Void
  ) throws {
    for start in stride(from: 0, to: identities.count, by: configuration.transactionLimit) {
      let part = identities[start..<min(start + configuration.transactionLimit, identities.count)]
      let ledger = try ledger(transaction)
      try ledger.load(part)
      for identity in part { if let row = ledger[identity]?.row, !row.isEmpty { body(identity, row) } }
    }
  }

  /// Merges the snapshots of a remote at the beginning of a round, if this store was away for long or could not read one.
  func mergeDueSnapshots(of remote: any SyncRemote, isStale: Bool, _ report: inout SyncReport) async throws {
    let (later, isDue) = try read {
      let tables = SyncTables($0, at: place)
      return (try tables.laterSnapshot, try tables.isSnapshotAwaited)
    }
    if let later, !StateCodec.reads(later) {
      // It is still there, and is not fetched again and again.
      report.laterSnapshot = later
      report.awaitsSnapshot = true
    } else if isStale || isDue || later != nil {
      try await mergeSnapshots(of: remote, isStale: isStale, &report)
    }
  }

  /// Merges the snapshots of a remote, in portions.
  ///
  /// One that a later version left is put aside, and tried again after an upgrade: the remote does not ask for it twice.
  /// One that is damaged, or from a clock that is ahead, is tried again in each round, and holds up nobody else.
  ///
  /// - Parameter isStale: whether what was written here meanwhile has to be told again.
  /// - Throws: what the remote throws, `StoreError`.
  /// - Complexity: O(rows of the store and of the snapshots), in memory too.
  func mergeSnapshots(of remote: any SyncRemote, isStale: Bool, _ report: inout SyncReport) async throws {
    defer { ReplicationTransaction.endSeries(in: modelContainer) }
    var later: UInt64?
    var isAwaited = false
    let rules = try read { schema($0, of: place) }
    for bytes in try await remote.snapshots() {
      let snapshot: SyncState
      do throws(CodecError) {
        // Read before the lock is taken: nobody waits for it.
        snapshot = try StateCodec().state(of: bytes, schema: rules.rules, current: rules.renamings.current)
      } catch {
        if case .laterVersion(let format) = error.reason {
          later = max(later ?? 0, format)
        } else {
          isAwaited = true
          report.note("a snapshot can't be read: \(error)", remote.replica)
        }
        continue
      }
      do { report.changed += try await merge(snapshot, isStale: isStale) } catch let error as ClockError {
        isAwaited = true
        report.note("a snapshot waits: \(error)", remote.replica)
      }
    }
    report.laterSnapshot = later
    report.awaitsSnapshot = isAwaited || later != nil
    let known = try read { transaction in
      let tables = SyncTables(transaction, at: place)
      return (later: try tables.laterSnapshot, isAwaited: try tables.isSnapshotAwaited)
    }
    guard known.later != later || known.isAwaited != isAwaited else { return }
    try write { transaction in
      let tables = SyncTables(transaction, at: place)
      try tables.setLaterSnapshot(later)
      try tables.setSnapshotAwaited(isAwaited)
    }
  }

  private func merge(_ snapshot: SyncState, isStale: Bool) async throws -> Int {
    let wall = configuration.wallTime()
    try await merging { try $0.position.clock.observe(snapshot, wall: wall) }
    // All was drained just now, and nothing is joined yet; what is saved from now on is drained with the joins.
    let known = try looking { try $0.ledger.allRows() }
    let unsent = isStale ? try unsent() : []
    let before = isStale ? try looking { try $0.state(of: Set(unsent.flatMap(\.changes).map(\.row))) } : nil
    try await drainOtherSpacesInPortions()
    var changed = try await followNotices(in: snapshot, wall: wall)
    var rest = try read { schema($0, of: place).order(of: Set(known), and: snapshot.parts.settled.rows) }[...]
    while !rest.isEmpty {
      try Task.checkCancellation()
      let part = Array(rest.prefix(portionSize.rows))
      rest = rest.dropFirst(part.count)
      let joined = try await merging { round in
        try round.join(part, of: snapshot, wall: wall)
      }
      portionSize.note(joined.last)
      changed += joined.changed
    }
    changed += try await merging { round in
      try round.note(snapshot, wall: wall)
      if isStale, let before { try round.rejoin(unsent, before: before, snapshot: snapshot, wall: wall) }
    }.changed
    return changed
  }

  /// Ends a round: leaves a snapshot if so much came and went since the last one that it is worth it.
  ///
  /// If the remote does not take it, that is no failure of the round: it is tried again when as much has come and gone.
  /// - Throws: `StoreError`, `CancellationError`.
  /// - Complexity: O(rows of the store), in memory too, once in as many bytes of batches.
  func endRound(with remote: any SyncRemote, _ report: inout SyncReport) async throws {
    try noteContact()
    let isDue = try read { transaction in
      try SyncTables(transaction, at: place).isSnapshotDue(from: configuration.snapshotThreshold)
        && isSettled(transaction)
    }
    guard isDue else { return }
    let wall = UInt64(max(0, configuration.wallTime()))
    try await prune(before: wall - min(wall, Horizon.usual.milliseconds))
    guard let state = try read({ try wholeState($0) }) else {
      // It is looked again when as much has come and gone.
      return try write { try SyncTables($0, at: place).noteSnapshot(of: 0) }
    }
    let bytes = StateCodec().bytes(of: state)
    do {
      try await remote.leave(snapshot: bytes, of: state.seen)
      try write { try SyncTables($0, at: place).noteSnapshot(of: bytes.count) }
    } catch {
      if error is CancellationError { throw error }
      report.note("no snapshot could be left: \(error)", remote.replica)
      try write { try SyncTables($0, at: place).noteSnapshot(of: 0) }
    }
  }

  /// Whether nothing is on its way: all was drained and sent, and no batch waits.
  private func isSettled(_ transaction: ReplicationTransaction) throws -> Bool {
    let tables = SyncTables(transaction, at: place)
    let kept = try tables.keptBatches()
    return try !isUndrained(SyncPosition(tables), transaction) && tables.outboxCount == 0 && kept.merged.isEmpty
      && kept.unreadable.isEmpty
  }

  /// All that is known, read without a lock; nil while something is on its way, or if it is too much.
  private func wholeState(_ transaction: ReplicationTransaction) throws -> SyncState? {
    let identities = try ledger(transaction).allRows()
    guard try isSettled(transaction), identities.count <= configuration.snapshotLimit else { return nil }
    var rows = [SyncIdentity: Row](minimumCapacity: identities.count)
    try forEachRow(of: identities, transaction) { rows[$0] = $1 }
    // It is only written: nobody asks what it shows.
    let seen = try SyncPosition(SyncTables(transaction, at: place)).seen
    return SyncState(schema: SyncSchema(entities: [:]), settled: ReplicatedRows(rows: rows, seen: seen))
  }

  /// The batches that no remote has yet.
  private func unsent() throws -> [Batch] {
    try read { try SyncTables($0, at: place).outbox(limit: .max) }.map { try BatchCodec().batch(of: $0) }
  }

  private func ledger(_ transaction: ReplicationTransaction) throws -> Ledger {
    let membership = try Membership(transaction, configuration.sharing, at: place)
    return try Ledger(transaction, schema(transaction, of: place), membership, at: place)
  }
}

extension SyncReport {
  /// Notes what is wrong with a snapshot.
  fileprivate mutating func note(_ problem: String, _ replica: Replica) {
    problems.append(RemoteProblem(batch: BatchID(replica: replica, number: 0), description: problem))
  }
}

// MARK: - In one transaction

extension SyncRound {
  /// Joins rows with those of a snapshot.
  mutating func join(_ rows: [SyncIdentity], of snapshot: SyncState, wall: Int64) throws {
    try drainOtherSpaces(wall: wall)
    try store.join(rows, of: snapshot)
  }

  /// Notes that all of a snapshot was joined, and merges the batches that wait in it.
  fileprivate mutating func note(_ snapshot: SyncState, wall: Int64) throws {
    try drainOtherSpaces(wall: wall)
    try store.note(seen: snapshot.seen)
    for batch in snapshot.parts.waiting { try store.merge(ReceivedBatch(BatchCodec().envelope(of: batch))) }
    for batch in snapshot.setAside.values { try store.merge(ReceivedBatch(batch.envelope)) }
  }

  /// Writes again what others may have pruned meanwhile.
  fileprivate mutating func rejoin(
    _ unsent: [Batch], before: SyncState, snapshot: SyncState, wall: Int64
  ) throws {
    try store.load(Set(unsent.flatMap(\.changes).map(\.row)))
    try write(store.state.rejoin(unsent: unsent, before: before, snapshot: snapshot), wall: wall)
  }
}

extension StoreMerge {
  /// The state of some rows.
  fileprivate func state(of rows: Set<SyncIdentity>) throws -> SyncState {
    try load(rows)
    return state
  }

  /// Takes over rows of a snapshot; what it has seen is noted when all are.
  fileprivate func join(_ rows: [SyncIdentity], of snapshot: SyncState) throws {
    let theirs = snapshot.parts.settled
    let rest = try self.rows(afterInserting: rows, of: theirs)
    try load(rest, joining: theirs)
    note(update { $0.join(rest, of: theirs) }, Array(rest))
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

extension StoreSchema {
  /// The order in which rows of a snapshot are joined: what others refer to comes first, then what was made earlier.
  ///
  /// A row that comes before one that it refers to is shown without it meanwhile, and written once more.
  ///
  /// - Parameter known: the rows of the store, which need not be in the snapshot.
  func order(of known: Set<SyncIdentity>, and rows: [SyncIdentity: Row]) -> [SyncIdentity] {
    let places = rows.map { identity, row in
      (rank: rank(row.entity), clock: row.winner(.existence)?.stamp.clock ?? 0, identity)
    }
    return places.sorted { $0 < $1 }.map(\.2) + known.filter { rows[$0] == nil }.sorted()
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
  func countTraffic(of batches: [BatchEnvelope]) throws {
    let bytes = batches.reduce(0) { $0 + $1.payload.count }
    guard bytes > 0 else { return }
    try setValue(.integer(value("bytesSinceSnapshot").integer + Int64(bytes)), "bytesSinceSnapshot")
  }

  /// - Parameter bytes: how many it has; 0 if none could be left.
  fileprivate func noteSnapshot(of bytes: Int) throws {
    try setValue(.integer(0), "bytesSinceSnapshot")
    try setValue(.integer(Int64(bytes)), "snapshotBytes")
  }
}
