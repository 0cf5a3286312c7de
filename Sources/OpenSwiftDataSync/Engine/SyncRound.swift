import Foundation
import OpenSwiftData

/// One transaction of the engine: drains the store, merges, and notes how far it came.
struct SyncRound {
  var position: SyncPosition

  /// A batch ends when its values have so many bytes.
  private static let maxBatchSize = 4 << 20

  let transaction: ReplicationTransaction
  let tables: SyncTables
  let schema: StoreSchema
  let ledger: Ledger
  let store: StoreMerge
  private let kept: SyncTables.Kept
  /// Batches from clocks that are ahead: they wait until the time has come, and hold up nobody else.
  private var ahead: [BatchEnvelope] = []
  private let start: SyncPosition
  /// What the history says of a store that joins a space again, as far as it was read; nil once all its rows are told.
  var rejoined: RejoinedRows?
  /// Whether a person decided about conflicts: what the store shows then is not only what others have sent.
  var isDecision = false
  /// Whether it shows what an earlier version of the schema could not show.
  private let adoptsSchema: Bool
  let configuration: SyncConfiguration

  /// A round of the space at a place.
  init(_ transaction: ReplicationTransaction, at place: SpacePlace, _ configuration: SyncConfiguration) throws {
    self.configuration = configuration
    self.transaction = transaction
    tables = SyncTables(transaction, at: place)
    schema = StoreSchema(transaction, of: place, configuration)
    start = try SyncPosition(tables)
    position = start
    if configuration.sharing != nil {
      try position.advanceClock(past: SpacePlace.all(transaction).filter { $0 != place }, transaction)
    }
    adoptsSchema = start.fingerprint != schema.rules.fingerprint
    ledger = try Ledger(
      transaction, schema, Membership(transaction, configuration.sharing, at: tables.place), at: tables.place)
    kept = try tables.keptBatches()
    // What an earlier version could not read is merged anew as soon as it can be.
    let readable = kept.unreadable.filter { BatchCodec().isReadable($0) }
    ahead = kept.ahead + readable
    store = try StoreMerge(
      transaction, ledger, by: position.replica, seen: position.seen,
      kept: kept.unreadable.filter { !readable.contains($0) } + kept.merged, configuration)
    if adoptsSchema {
      try store.adoptSchema()
      position.fingerprint = schema.rules.fingerprint
    }
  }

  // MARK: - Draining

  /// Whether all was drained that was saved since the store was set up.
  var isDrained: Bool { position.part == nil }

  /// Merges what was saved here, as batches that wait to be pushed.
  ///
  /// What is more than a transaction should have is drained in portions: see `isDrained`.
  ///
  /// - Parameters:
  ///   - limit: how many rows a batch has, at most. Of the rows that were there before the store was set up, one
  ///     batch is drained: nobody waits long for the transaction.
  ///   - moved: rows that may be in another space now, and what of them is to be told.
  ///   - toldSince: the clock since when others have told what becomes of moved rows; nil if nobody has.
  ///   - first: edits that come before those that are found.
  /// - Returns: how many edits.
  @discardableResult
  mutating func drain(
    wall: Int64, limit: Int, moved: [String: [Int64: RowTouch]] = [:], toldSince: UInt64? = nil,
    after first: [LocalEdit] = []
  ) throws -> Int {
    let former = FormerIdentities(transaction, of: position.space)
    var drain = try StoreDrain(
      store, space: position.space, part: position.part, replica: position.replica, toldSince: toldSince,
      former: position.remaining.isEmpty || former.isEmpty ? nil : former,
      newIdentity: configuration.newIdentity)
    if position.token < 0 { position.token = try transaction.latestHistoryToken() }
    let rejoined =
      position.remaining.isEmpty ? nil : try RejoinedRows(transaction, of: position.space, after: self.rejoined)
    var edits = first + (try earlierRows(&drain, limit, rejoined))
    var count = edits.count
    self.rejoined = position.remaining.isEmpty ? nil : rejoined
    if let rejoined {
      try write(rejoined.told(edits, ledger), wall: wall, limit: limit) { [drain] in
        rejoined.time(of: $0) ?? drain.time(of: $0)
      }
      // What was changed is told once the ledger knows all rows.
      guard position.remaining.isEmpty || !moved.isEmpty else { return count }
      edits = position.remaining.isEmpty ? try drain.changes(since: rejoined) : []
    }
    let latest = try transaction.latestHistoryToken()
    if latest > position.token || !moved.isEmpty {
      guard
        let portion = try HistoryPortion(
          transaction, after: position, by: tables.author, schema, ledger.membership,
          limit: moved.isEmpty ? configuration.transactionLimit : .max)
      else { throw SyncError.damaged("the history does not reach back to the last round") }
      if !portion.runs.isEmpty || !moved.isEmpty {
        edits += try drain.edits(of: portion.runs, moved: moved)
      }
      position.part = portion.rest
      if portion.rest == nil { position.token = latest }
    }
    if rejoined != nil {
      count += edits.count
      // Each is stamped after those before it.
      edits = edits.enumerated().map { (time: drain.time(of: $1) ?? wall, place: $0, edit: $1) }
        .sorted { ($0.time, $0.place) < ($1.time, $1.place) }.map(\.edit)
    } else {
      count = edits.count
    }
    let writtenWithMoves = try writtenWithMoves(edits)
    // What was saved counts as written then, whenever it is drained: it must not overwrite what others wrote since.
    for part in [edits, writtenWithMoves] { try write(part, wall: wall, limit: limit) { drain.time(of: $0) } }
    return count
  }

  /// Drains all that was saved, in this transaction.
  mutating func drainAll(wall: Int64, limit: Int) throws {
    while try drain(wall: wall, limit: limit) > 0 || !isDrained {}
  }

  /// Merges edits of this store, as batches that wait to be pushed.
  ///
  /// - Parameter time: when an edit was made, in milliseconds since 1970; nil for now.
  mutating func write(
    _ edits: [LocalEdit], wall: Int64, limit: Int = .max, time: (LocalEdit) -> Int64? = { _ in nil }
  ) throws {
    try store.load(Set(edits.map(\.row)))
    // All batches are worked out before one is merged: in between, a row may claim the unique value of another one that
    // gives it up in a later batch, and seem to be the same.
    var batches: [(changes: [Change], clock: UInt64)] = []
    var rest = edits[...]
    while !rest.isEmpty {
      var size = 0
      let part = Array(
        rest.prefix(limit).prefix { edit in
          // At least one, however large it is.
          defer { size += edit.size }
          return size < Self.maxBatchSize
        })
      rest = rest.dropFirst(part.count)
      let times = part.map { min(time($0) ?? wall, wall) }
      var stamps: [Int64: Stamp] = [:]
      for time in Set(times).sorted() { stamps[time] = position.clock.now(wall: time) }
      var changes = store.state.changes(
        of: zip(part, times).compactMap { edit, time in stamps[time].map { (edit, $0) } })
      guard !changes.isEmpty, let clock = stamps.values.map(\.clock).max() else { continue }
      markBookkeeping(&changes)
      batches.append((changes, clock))
    }
    for (changes, clock) in batches {
      let batch = store.state.nextBatch(of: changes, by: position.replica, clock: clock)
      try store.merge(batch)
      try tables.enqueue(BatchCodec().envelope(of: batch))
    }
  }

  /// Marks the properties that programs set along with others.
  private func markBookkeeping(_ changes: inout [Change]) {
    for index in changes.indices {
      guard case .property(let name) = changes[index].key else { continue }
      if configuration.bookkeeping[changes[index].entity]?.contains(name) == true { changes[index].isDerived = true }
    }
  }

  /// The next of the rows that were there before the store was set up.
  ///
  /// - Parameter rejoined: the rows of a store that had left the space; those that are new since come later.
  private mutating func earlierRows(
    _ drain: inout StoreDrain, _ limit: Int, _ rejoined: RejoinedRows?
  ) throws -> [LocalEdit] {
    while let entity = position.remaining.first {
      // What is no more than a value goes with the rows that have it: others learn of no more.
      let isLeftOut = schema.entities[entity] == nil || ledger.membership.isValue(entity)
      let keys = isLeftOut ? [] : try transaction.keys(after: position.lastKey, limit: limit, entity)
      guard let last = keys.last else {
        position.remaining.removeFirst()
        position.lastKey = 0
        continue
      }
      position.lastKey = last
      let known = try ledger.identities(of: keys, entity)
      let untold = keys.filter { known[$0] == nil }
      let edits = try drain.insertions(of: rejoined?.formerKeys(among: untold, entity) ?? untold, entity)
      if !edits.isEmpty { return edits }
    }
    return []
  }

  // MARK: - Merging

  /// Whether a batch came for the first time.
  func isNew(_ batch: BatchEnvelope) -> Bool {
    let id = batch.header.id
    return !position.seen.covers(id)
      && ![kept.merged, kept.unreadable, kept.ahead].contains { $0.contains { $0.header.id == id } }
  }

  /// Merges batches of other replicas, and those that came too early; what is ahead of the clock waits.
  mutating func merge(_ batches: [ReceivedBatch], wall: Int64) throws {
    let candidates = ahead.map(ReceivedBatch.init) + batches
    if !candidates.isEmpty || adoptsSchema { try drainOtherSpaces(wall: wall) }
    ahead = []
    for batch in candidates {
      let header = batch.envelope.header
      do throws(ClockError) { try position.clock.observe(header.stamp, wall: wall) } catch {
        if !ahead.contains(where: { $0.header.id == header.id }) { ahead.append(batch.envelope) }
        continue
      }
      try store.merge(batch)
    }
    try followNotices(wall: wall)
  }

  /// Makes the store show what was merged, and notes how far the round came.
  ///
  /// - Parameter moved: the rows that it was told of, if it is a round within one of another space, which has written rows
  ///   in this transaction. The history has those only once the transaction ends, and they are drained with their images
  ///   then, but for these; what was saved before must have been drained.
  /// - Returns: how many rows of the store changed.
  mutating func end(within moved: [String: [Int64: RowTouch]]? = nil) throws -> Int {
    try noteNumberedRoot()
    var changed = try store.finish()
    try noteRoot()
    var allTaken: [String: Set<Int64>] = [:]
    while !store.departures.isEmpty || !store.taken.isEmpty {
      let wall = configuration.wallTime()
      let taken = store.taken
      for (entity, rows) in taken { allTaken[entity, default: []].formUnion(rows.keys) }
      try write(store.departures, wall: wall)
      try drain(
        wall: wall, limit: configuration.batchLimit, moved: taken.mapValues { $0.mapValues(\.arriving) })
      try tellOtherSpaces(of: taken, wall: wall)
      changed += try store.finish()
    }
    if !allTaken.isEmpty, try !tables.isJoining {
      try keepRowsOfOtherSpaces(
        among: allTaken.map { ($0.key, try $0.value + ledger.membership.followers(of: $0.value, $0.key)) })
    }
    if isDecision, changed > 0, !tables.place.isShared {
      try FormerIdentities(transaction, of: position.space).noteDecision(tables)
    }
    position.seen = store.state.seen
    // A round without news writes nothing.
    if position != start { try position.write(to: tables) }
    if position.token != start.token { try transaction.holdHistory(after: position.token, by: tables.author) }
    let left = SyncTables.Kept(
      merged: store.state.waitingEnvelopes, unreadable: store.state.unreadableEnvelopes,
      ahead: ahead.sorted { $0.header.id < $1.header.id })
    if left != kept { try tables.setKept(left, insteadOf: kept) }
    // Those that were not drained are still needed.
    if let moved {
      for (entity, rows) in moved { try tables.images.forgetFormerValues(of: rows.keys, entity) }
    } else if try position.token == transaction.latestHistoryToken() {
      try tables.images.clear()
    }
    return changed
  }
}

extension SyncRound {
  /// Notes which row a shared space shares, once it is here: what belongs to it is in the space.
  private func noteRoot() throws {
    guard tables.place.isShared, let rule = configuration.sharing,
      let root = try ledger.shownKeys(in: 1...Int64.max, rule.root).first, try root != tables.root
    else { return }
    try tables.setRoot(root)
    ledger.membership = try Membership(transaction, rule, at: tables.place)
  }
}

extension SyncRound {
  /// Has the row that a shared space shares shown anew if the numbers behind names have changed.
  private func noteNumberedRoot() throws {
    guard tables.place.isShared, let rule = configuration.sharing, let entity = schema.entities[rule.root],
      let unique = entity.uniqueAttribute, let root = try tables.root,
      let identity = try ledger.identities(of: [root], rule.root)[root]
    else { return }
    try store.load([identity])
    guard let entry = ledger[identity], entry.isShown, let name = store.state.row(identity)?.values[unique],
      try NumberedNames.isDue(entry, named: name, entity, transaction)
    else { return }
    store.noteArrival(of: identity)
  }
}

extension SyncState {
  /// The batches that wait for others.
  fileprivate var waitingEnvelopes: [BatchEnvelope] { parts.waiting.map { BatchCodec().envelope(of: $0) } }

  /// The batches that can't be read, as they came.
  fileprivate var unreadableEnvelopes: [BatchEnvelope] {
    setAside.values.map(\.envelope).sorted { $0.header.id < $1.header.id }
  }
}

extension LocalEdit {
  /// About how many bytes its values have.
  fileprivate var size: Int {
    switch self {
    case .insert(_, _, let values, let members, _):
      values.reduce(64 * members.count) { $0 + $1.value.size }
    case .set(_, _, let value), .decide(_, _, let value, _): value.size
    case .complete(_, let values, _): values.reduce(0) { $0 + $1.value.size }
    case .add, .remove, .delete, .depart, .restore, .dismiss: 32
    }
  }
}

extension SyncValue {
  fileprivate var size: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .blob(let bytes), .opaque(_, let bytes): bytes.count
    case .null, .integer, .real, .identity: 16
    }
  }
}
