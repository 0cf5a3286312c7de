/// All that a replica knows of a space, as a value: merges batches and other states, in whatever order they arrive.
///
/// Two states that have received the same batches are equal, however often and in which order. A batch that came before
/// one that it knew of waits for it. A batch that can't be read is set aside; what its replica wrote later, and what
/// others wrote in the knowledge of it, is shown meanwhile, and settled when the batch can be read.
public struct SyncState: Sendable {
  /// What is unique and what is a tree; also what is shown.
  public private(set) var schema: SyncSchema
  /// The batches that can't be read, and why.
  public private(set) var setAside: [BatchID: SetAside] = [:]

  /// What follows from batches without gaps.
  private var settled = ReplicatedRows()
  /// The settled rows with what came after batches that are set aside; nil while there are none.
  private var provisional: ReplicatedRows?
  /// Batches that came before one that they knew of, or after one that is set aside.
  private var waiting: [BatchID: Batch] = [:]
  private var standings = Standings()

  /// The state that knows nothing.
  public init(schema: SyncSchema) { self.schema = schema }

  /// The state that was decoded.
  init(schema: SyncSchema, settled: ReplicatedRows) {
    self.init(schema: schema)
    self.settled = settled
    standings = Standings(settled.rows, schema)
  }

  /// What was seen of each replica, without gaps: the vector of the next batch.
  public var seen: VersionVector { settled.seen }

  /// The batches that wait for others, in their order.
  public var waitingBatches: [BatchID] { waiting.keys.sorted() }

  /// The row as this schema shows it; nil for a row that is deleted, part of another one, or not known.
  public func row(_ identity: SyncIdentity) -> VisibleRow? { view.row(identity) }

  /// All rows as this schema shows them.
  ///
  /// - Complexity: O(registers).
  public var rows: [SyncIdentity: VisibleRow] {
    let view = view
    var rows: [SyncIdentity: VisibleRow] = [:]
    for identity in shown.rows.keys { rows[identity] = view.row(identity) }
    return rows
  }

  /// The row that is shown for a row: itself, or the one that it became part of; nil if none is.
  public func standIn(for identity: SyncIdentity) -> SyncIdentity? { view.standIn(for: identity) }

  /// The rows that refer to a row, by a property or as a member, under this very identity.
  ///
  /// - Complexity: O(registers); a store has an index for it.
  public func referrers(of identity: SyncIdentity) -> Set<SyncIdentity> {
    let referrers = shown.rows.lazy.filter { _, row in
      row.keys.contains { key in
        if case .member(_, identity) = key { return true }
        return row.winner(key)?.value == .identity(identity)
      }
    }
    return Set(referrers.map(\.key))
  }

  /// What nobody has decided about, in the order of the rows.
  ///
  /// - Complexity: O(registers).
  public var conflicts: [Conflict] {
    let view = view
    return shown.rows.keys.sorted().flatMap { view.conflicts(of: $0) }
  }

  /// The conflicts of one row.
  public func conflicts(of identity: SyncIdentity) -> [Conflict] { view.conflicts(of: identity) }

  /// Whether a row can't have conflicts: it is shown by itself, each register has one value, and it is below no other row.
  func isUncontested(_ identity: SyncIdentity) -> Bool {
    guard let row = shown[identity], standings.isAlone(identity), row.existence?.isPresent == true,
      row.exceptions.allSatisfy({ $0.value.leaves.count == 1 }), let entity = schema.entities[row.entity]
    else { return false }
    guard let parent = entity.parent else { return true }
    return row.winner(.property(parent)).map { $0.value == .null } ?? true
  }

  var view: StateView { StateView(rows: shown, standings: standings, schema: schema) }
  var shown: ReplicatedRows { provisional ?? settled }
  var parts: (settled: ReplicatedRows, waiting: [Batch]) {
    (settled, waiting.values.sorted { $0.id < $1.id })
  }
}

extension SyncState: Equatable {
  /// Whether both know the same; their schemas may differ.
  public static func == (left: SyncState, right: SyncState) -> Bool {
    left.settled == right.settled && left.waiting == right.waiting && left.setAside == right.setAside
  }
}

// MARK: - Reading as far as needed

extension SyncState {
  /// The state of a store whose rows are read as far as they are needed.
  init(schema: SyncSchema, seen: VersionVector) {
    self.init(schema: schema, settled: ReplicatedRows(rows: [:], seen: seen))
  }

  /// Adds rows that were not read yet, and that nothing has been merged into since.
  mutating func include(_ rows: [SyncIdentity: Row]) {
    for (identity, row) in rows {
      settled.include(identity, row)
      if provisional != nil, provisional?[identity] == nil { provisional?.include(identity, row) }
      standings.add(identity, row, schema)
    }
  }

  /// The rows that batches touch which wait for others: they are settled when those come.
  var keptRows: [SyncIdentity] { waiting.values.flatMap(\.rows) }

  /// Whether no batch waits or is set aside.
  var isUndisturbed: Bool { waiting.isEmpty && setAside.isEmpty }

  /// Whether a batch is applied as soon as it is merged, and no other one with it.
  func isNext(_ batch: Batch) -> Bool {
    isUndisturbed && settled.isReady(for: batch) && (try? batch.validate()) != nil
  }

  /// What follows from batches without gaps, of one row.
  func settledRow(_ identity: SyncIdentity) -> Row? { settled[identity] }
}

// MARK: - Joining row by row

extension SyncState {
  /// Takes over rows of another replica, with what is known here of the same rows.
  ///
  /// What the other one has seen is noted once all its rows are here: `note(seen:)`.
  mutating func join(_ identities: Set<SyncIdentity>, of other: ReplicatedRows) -> MergeOutcome {
    let before = view.impact(of: identities)
    index(identities) { state in
      state.settled.join(other, identities)
      state.replay()
    }
    return MergeOutcome(before: before, after: view)
  }

  /// Notes that all was taken over that another replica had seen; batches that waited for it are applied.
  mutating func note(seen: VersionVector) -> MergeOutcome {
    rebuild { state in
      state.settled.note(seen: seen)
      state.settle()
    }
  }
}

// MARK: - Merging

extension SyncState {
  /// Merges a batch, after the replica's clock has observed its header's stamp.
  ///
  /// - Returns: what the store must show now. A batch that is known already, or that waits, changes nothing.
  /// - Complexity: O(changes); O(rows) while a batch is set aside.
  public mutating func merge(_ batch: Batch) -> MergeOutcome {
    do { try batch.validate() } catch {
      return setAside(BatchCodec().envelope(of: batch), because: .contradictory(error))
    }
    guard !settled.seen.covers(batch.id), waiting[batch.id] == nil else { return MergeOutcome() }
    waiting[batch.id] = batch
    guard setAside.isEmpty else {
      return rebuild { state in
        // A bad copy of it may have come first.
        state.setAside[batch.id] = nil
        state.settle()
      }
    }
    guard waiting.values.contains(where: { settled.isReady(for: $0) }) else { return MergeOutcome() }
    let candidates = waiting.count == 1 ? batch.rows : Set(waiting.values.lazy.flatMap(\.rows))
    let before = view.impact(of: candidates)
    index(candidates) { $0.settle() }
    return MergeOutcome(before: before, after: view)
  }

  /// Merges a batch as it came from a remote; one that can't be read is set aside.
  ///
  /// - Returns: what the store must show now.
  public mutating func merge(_ envelope: BatchEnvelope) -> MergeOutcome {
    merge(envelope, with: BatchCodec())
  }

  mutating func merge(_ envelope: BatchEnvelope, with codec: BatchCodec) -> MergeOutcome {
    do { return merge(try codec.batch(of: envelope)) } catch {
      return setAside(envelope, because: .unreadable(error))
    }
  }

  /// Merges all that another replica knows, as a snapshot has it, after the replica's clock has observed the state.
  ///
  /// - Returns: what the store must show now.
  /// - Complexity: O(registers of both).
  public mutating func merge(_ other: SyncState) -> MergeOutcome {
    rebuild { state in
      state.settled.join(other.settled)
      state.waiting.merge(other.waiting) { own, _ in own }
      state.setAside.merge(other.setAside) { own, _ in own }
      state.settle()
    }
  }

  /// Tries to read again what was set aside, after an upgrade.
  ///
  /// - Returns: what the store must show now.
  public mutating func readSetAside() -> MergeOutcome { readSetAside(with: BatchCodec()) }

  mutating func readSetAside(with codec: BatchCodec) -> MergeOutcome {
    let batches = setAside.values.compactMap { codec.readable($0.envelope) }
    return rebuild { state in
      for batch in batches {
        state.setAside[batch.id] = nil
        state.waiting[batch.id] = batch
      }
      state.settle()
    }
  }

  /// Shows the rows with another schema, after an upgrade: what was known but could not be shown appears.
  ///
  /// - Returns: what the store must show now.
  /// - Complexity: O(registers).
  public mutating func adopt(_ schema: SyncSchema) -> MergeOutcome {
    let before = view.impact(of: Set(shown.rows.keys))
    self.schema = schema
    standings = Standings(shown.rows, schema)
    return MergeOutcome(before: before, after: view)
  }

  /// Takes writes that nobody has seen for another name's.
  ///
  /// - Parameter rows: those that were written.
  mutating func rename(_ renaming: ReplicaRenaming, in rows: Set<SyncIdentity>) -> MergeOutcome {
    let before = view.impact(of: rows)
    index(rows) { state in
      state.settled.rename(renaming, in: rows)
      state.replay()
    }
    return MergeOutcome(before: before, after: view)
  }

  /// Removes what nobody needs of rows that were deleted before a time.
  ///
  /// - Parameter horizon: in milliseconds since 1970; 90 days ago is usual.
  /// - Complexity: O(rows).
  public mutating func prune(before horizon: UInt64) {
    settled.prune(before: horizon)
    replay()
    standings = Standings(shown.rows, schema)
  }

  private mutating func setAside(_ envelope: BatchEnvelope, because reason: SetAside.Reason) -> MergeOutcome {
    let id = envelope.header.id
    guard !settled.seen.covers(id), waiting[id] == nil, setAside[id] == nil else { return MergeOutcome() }
    var outcome = rebuild { state in
      state.setAside[id] = SetAside(envelope: envelope, reason: reason)
      state.replay()
    }
    outcome.setAside = [id]
    return outcome
  }

  /// Changes the state, and finds out by comparison what is shown otherwise.
  private mutating func rebuild(_ body: (inout SyncState) -> Void) -> MergeOutcome {
    let before = view
    body(&self)
    standings = Standings(shown.rows, schema)
    let touched = Set(before.rows.rows.keys).union(shown.rows.keys).filter { before.rows[$0] != shown[$0] }
    return MergeOutcome(before: before.impact(of: touched), after: view)
  }

  /// Changes rows, and keeps the index up to date.
  private mutating func index(_ rows: Set<SyncIdentity>, _ body: (inout SyncState) -> Void) {
    for identity in rows { if let row = shown[identity] { standings.remove(identity, row, schema) } }
    body(&self)
    for identity in rows { if let row = shown[identity] { standings.add(identity, row, schema) } }
  }
}

// MARK: - Order of arrival

extension SyncState {
  /// Applies all batches that have what they knew of.
  private mutating func settle() {
    let replicas = Set(waiting.keys.map(\.replica))
    var isStuck = false
    while !isStuck {
      isStuck = true
      for replica in replicas {
        let next = BatchID(replica: replica, number: settled.seen[replica].number &+ 1)
        guard let batch = waiting[next], settled.isReady(for: batch) else { continue }
        waiting[next] = nil
        settled.apply(batch)
        isStuck = false
      }
    }
    // What was merged as a part of a state needs no batch any more.
    if !waiting.isEmpty { waiting = waiting.filter { !settled.seen.covers($0.key) } }
    replay()
  }

  /// Applies to a copy what waits for nothing but batches that are set aside, as if those were empty.
  private mutating func replay() {
    if !setAside.isEmpty {
      setAside = setAside.filter { !settled.seen.covers($0.key) && waiting[$0.key] == nil }
    }
    guard !setAside.isEmpty else {
      provisional = nil
      return
    }
    var rows = settled
    let replicas = Set(waiting.keys.map(\.replica)).union(setAside.keys.map(\.replica))
    var isStuck = false
    while !isStuck {
      isStuck = true
      for replica in replicas {
        let next = BatchID(replica: replica, number: rows.seen[replica].number &+ 1)
        if setAside[next] != nil {
          rows.skip(next)
        } else if let batch = waiting[next], rows.seen.coversNumbers(of: batch.header.vector) {
          rows.apply(batch)
        } else {
          continue
        }
        isStuck = false
      }
    }
    provisional = rows
  }
}
