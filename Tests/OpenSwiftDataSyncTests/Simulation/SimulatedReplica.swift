@testable import OpenSwiftDataSync

/// A replica of the simulation: a store that shows rows, what was changed in it and not yet drained, and the state.
struct SimulatedReplica {
  let name: Replica
  var skew: Int64
  var isPartitioned = false
  /// How far the remote was read.
  var cursor = 0
  /// The rows as the store has them: kept up to date by what merges report, as a real one is.
  private(set) var store: [SyncIdentity: VisibleRow] = [:]
  private(set) var state: SyncState
  /// Own batches that the remote has not acknowledged, as others see them.
  private(set) var outbox: [Batch] = []
  /// What can be undone: the last one first.
  var undo: [LocalEdit] = []
  /// What happened to it that not every schedule brings about.
  private(set) var occurrences: Set<Occurrence> = []

  private var clock: HybridClock
  /// Properties that were written to the store since it was drained, in order.
  private var undrained: [RowProperty] = []
  private let broken: BrokenRule?
  private var names = NamesByArrival()

  init(_ index: Int, skew: Int64, broken: BrokenRule?) {
    // Larger names for earlier replicas, so that the order of names is not that of indices.
    name = Replica(UInt64(100 - index))
    self.skew = skew
    self.broken = broken
    state = SyncState(schema: TaskSchema.first)
    clock = HybridClock(replica: name)
  }

  var nextNumber: UInt64 { seenNumber(of: name) + 1 }

  /// How many batches of a replica it has seen.
  func seenNumber(of replica: Replica) -> UInt64 {
    var names = names
    return state.seen[broken == .tiesByArrival ? names.name(of: replica) : replica].number
  }
}

// MARK: - Changes

extension SimulatedReplica {
  /// Sets a property in the store; the change is drained later.
  mutating func set(_ property: String, of row: SyncIdentity, to value: SyncValue) {
    guard let old = store[row] else { return }
    undo.append(.set(row, property: property, old.values[property] ?? .null))
    var values = old.values
    values[property] = value
    store[row] = VisibleRow(row: row, entity: old.entity, values: values, members: old.members)
    undrained.append(RowProperty(row: row, property: property))
  }

  /// Makes changes that are drained at once, after what was changed before.
  mutating func commit(_ edits: [LocalEdit], at time: Int64) {
    drain(at: time)
    record(edits, at: time)
  }

  /// Makes a batch of what was changed in the store: reads its values, as a history only says what was changed.
  mutating func drain(at time: Int64) {
    guard !undrained.isEmpty else { return }
    var passed: Set<RowProperty> = []
    let edits = undrained.compactMap { changed -> LocalEdit? in
      guard passed.insert(changed).inserted, let value = store[changed.row]?.values[changed.property] else {
        return nil
      }
      return .set(changed.row, property: changed.property, value)
    }
    undrained = []
    record(edits, at: time)
  }

  private mutating func record(_ edits: [LocalEdit], at time: Int64) {
    let stamp = clock.now(wall: time + skew)
    let local =
      broken == .tiesByArrival ? Stamp(clock: stamp.clock, replica: names.name(of: name)) : stamp
    let batch = state.batch(of: edits, at: local)
    apply(state.merge(batch))
    forgetTombstones()
    outbox.append(broken == .tiesByArrival ? batch.renamed(names.original) : batch)
  }

  private mutating func apply(_ outcome: MergeOutcome) {
    let rows = outcome.redirected.keys.reduce(into: outcome.rows) { $0.formUnion(state.referrers(of: $1)) }
    for row in rows { store[row] = state.row(row) }
    note(outcome)
  }

  private mutating func note(_ outcome: MergeOutcome) {
    for conflict in outcome.rows.flatMap(state.conflicts) { occurrences.insert(Occurrence(conflict.kind)) }
    if !state.waitingBatches.isEmpty { occurrences.insert(.waited) }
    if !outcome.setAside.isEmpty { occurrences.insert(.setAside) }
    if !state.setAside.isEmpty, !state.waitingBatches.isEmpty { occurrences.insert(.shownProvisionally) }
  }

  private mutating func forgetTombstones() {
    if broken == .lostTombstone { state.prune(before: .max) }
  }
}

/// What a good set of schedules brings about.
enum Occurrence: CaseIterable, Sendable {
  case overwritten, deleted, absorbed, cycle, waited, setAside, shownProvisionally, refused, rejoined, completed

  init(_ kind: Conflict.Kind) {
    self =
      switch kind {
      case .overwritten: .overwritten
      case .deleted: .deleted
      case .absorbed: .absorbed
      case .cycle: .cycle
      }
  }
}

private struct RowProperty: Hashable {
  let row: SyncIdentity
  let property: String
}

// MARK: - Sync

extension SimulatedReplica {
  /// Sends what waits; the remote refuses stamps that are ahead.
  ///
  /// - Parameter isAcknowledged: whether the replica hears that it arrived.
  mutating func send(to remote: inout VirtualRemote, isAcknowledged: Bool, codec: BatchCodec = BatchCodec()) {
    drain(at: remote.time)
    rejoinIfStale(remote)
    while let batch = outbox.first {
      guard (try? remote.push(codec.envelope(of: batch))) != nil else {
        occurrences.insert(.refused)
        return
      }
      guard isAcknowledged else { return }
      outbox.removeFirst()
    }
  }

  /// Reads everything that is new.
  mutating func receive(from remote: VirtualRemote) throws {
    if broken != .applyWithoutDrain { drain(at: remote.time) }
    rejoinIfStale(remote)
    for envelope in remote.pull(after: cursor) { try merge(envelope, remote) }
    cursor = remote.end
  }

  /// Reads some of what is there, in any order and some of it twice, and forgets how far it read.
  mutating func receive(from remote: VirtualRemote, choosing random: inout SeededGenerator, isTorn: Bool) throws {
    if broken != .applyWithoutDrain { drain(at: remote.time) }
    guard cursor >= remote.start else { return }
    let envelopes = Array(remote.pull(after: cursor))
    guard !envelopes.isEmpty else { return }
    for _ in 0...random.below(envelopes.count) {
      var envelope = envelopes[random.below(envelopes.count)]
      // An intact copy comes when it is read again.
      if isTorn { envelope.payload = Array(envelope.payload.dropLast()) }
      try merge(envelope, remote)
    }
  }

  /// Takes over a snapshot of another replica, which has seen whatever it has seen.
  mutating func merge(_ bytes: [UInt8], at remote: VirtualRemote) throws {
    guard broken != .tiesByArrival else { return }
    if broken != .applyWithoutDrain { drain(at: remote.time) }
    let other = try StateCodec().state(of: bytes, schema: state.schema)
    try clock.observe(other, wall: remote.time)
    apply(state.merge(other))
  }

  mutating func prune(at time: Int64) {
    state.prune(before: UInt64(time) - Horizon.usual.milliseconds)
  }

  mutating func upgrade(at time: Int64) {
    drain(at: time)
    apply(state.adopt(TaskSchema.second))
  }

  private mutating func merge(_ envelope: BatchEnvelope, _ remote: VirtualRemote) throws {
    try clock.observe(envelope.header.stamp, wall: remote.time)
    guard let broken, let batch = try? BatchCodec().batch(of: envelope) else { return apply(state.merge(envelope)) }
    switch broken {
    case .tiesByArrival: apply(state.merge(batch.renamed { names.name(of: $0) }))
    case .conflictsIgnoringVectors: apply(state.merge(batch.knowingAll(state.seen)))
    case .lostTombstone, .applyWithoutDrain: apply(state.merge(batch))
    }
    forgetTombstones()
  }

  /// Merges the snapshot and writes again what others may have pruned, after more than half the horizon without contact.
  private mutating func rejoinIfStale(_ remote: VirtualRemote) {
    guard let snapshot = remote.snapshot, broken != .tiesByArrival else { return }
    let limit = UInt64(remote.time) - Horizon.usual.milliseconds / 2
    let isFar = outbox.first.map { $0.header.stamp.milliseconds < limit } ?? false
    guard cursor < remote.start || isFar, let other = try? StateCodec().state(of: snapshot, schema: state.schema) else {
      return
    }
    guard (try? clock.observe(other, wall: remote.time)) != nil else { return }
    let before = state
    apply(state.merge(other))
    cursor = max(cursor, remote.start)
    let edits = state.rejoin(unsent: outbox, before: before, snapshot: other)
    occurrences.insert(.rejoined)
    if !edits.isEmpty {
      occurrences.insert(.completed)
      record(edits, at: remote.time)
    }
  }
}
