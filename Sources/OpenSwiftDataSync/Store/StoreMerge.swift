import OpenSwiftData

/// Merges into a store, within one transaction: reads what a merge needs, and writes what it says.
///
/// What was changed in the store must have been drained before.
final class StoreMerge {
  let transaction: ReplicationTransaction
  let ledger: Ledger
  /// The rows as far as they were needed.
  private(set) var state: SyncState

  /// Whether two values of a property are worth a person's decision.
  var isConflict: SyncConfiguration.ConflictRule { configuration.isConflict }
  private let configuration: SyncConfiguration
  private let replica: Replica
  /// What a shared space had of rows that have left it; nil for the store's own space.
  let departed: DepartedRows?

  private var schema: StoreSchema { ledger.schema }
  private var loaded: Set<SyncIdentity> = []
  /// Rows that must be written into the ledger, whatever they show.
  private var touched: Set<SyncIdentity> = []
  /// How rows leave this space, as of the last `finish`: see `StoreDisplay.departures`.
  private(set) var departures: [LocalEdit] = []
  /// The rows that were another space's before, as of the last `finish`, by entity and key.
  private(set) var taken: [String: [Int64: TakenRow]] = [:]
  /// Rows that may be shown otherwise.
  private var stale: Set<SyncIdentity> = []
  /// The rows of received batches, in the order in which they were written.
  private var arrived: [SyncIdentity] = []
  /// Puts rows into the store as they arrive; nil before the first ones, and if what was saved here meanwhile may be in
  /// their way.
  private var newRows: NewRows?
  private var hasReceived = false

  /// - Parameters:
  ///   - replica: this store's.
  ///   - seen: what was merged so far.
  ///   - kept: batches that wait for others, or could not be read.
  ///   - configuration: which values are worth a person's decision, and how rows are put into the store.
  init(
    _ transaction: ReplicationTransaction, _ ledger: Ledger, by replica: Replica, seen: VersionVector,
    kept: [BatchEnvelope],
    _ configuration: SyncConfiguration
  ) throws {
    self.transaction = transaction
    self.replica = replica
    self.configuration = configuration
    self.ledger = ledger
    departed = try DepartedRows(transaction, ledger, configuration)
    state = SyncState(schema: ledger.schema.rules, seen: seen)
    for envelope in kept {
      guard let batch = try? BatchCodec().batch(of: envelope) else {
        _ = state.merge(envelope)
        continue
      }
      let current = schema.renamings.current(batch)
      try load([], for: current.changes)
      _ = state.merge(current)
    }
  }

  // MARK: - Merging

  /// Merges a batch of another replica.
  func merge(_ received: ReceivedBatch) throws {
    let kept = state.keptRows
    guard var batch = received.batch.map(schema.renamings.current) else {
      return note(state.merge(received.envelope), [], kept)
    }
    // What a batch that has to wait leads to is not known, so from there on every row is left to the merge.
    if state.isNext(batch) { batch.changes = try changes(afterInserting: batch.changes) } else { giveUpNewRows() }
    try load([], for: batch.changes)
    note(state.merge(batch), batch.rows, kept)
    arrived += batch.changes.rowRuns.map { batch.changes[$0.lowerBound].row }
  }

  private func giveUpNewRows() {
    hasReceived = true
    newRows = nil
  }

  private func prepareForNewRows() {
    guard !hasReceived else { return }
    hasReceived = true
    if configuration.insertsNewRows, touched.isEmpty, stale.isEmpty { newRows = NewRows(transaction, ledger) }
  }

  /// Puts rows into the store that are new and plain.
  ///
  /// What they lead to comes before them.
  ///
  /// - Returns: the changes of the others.
  private func changes(afterInserting changes: [Change]) throws -> [Change] {
    prepareForNewRows()
    guard newRows != nil else { return changes }
    let runs = changes.rowRuns
    var (known, repeated): (Set<SyncIdentity>, Set<SyncIdentity>) = (Set(minimumCapacity: runs.count), [])
    for run in runs where !known.insert(changes[run.lowerBound].row).inserted {
      repeated.insert(changes[run.lowerBound].row)
    }
    try newRows?.expect(runs.count)
    var rest: [Range<Int>] = []
    for run in schema.inOrderOfReferences(runs, { changes[$0.lowerBound].entity }) {
      let first = changes[run.lowerBound]
      if !repeated.contains(first.row), try newRows?.insert(changes[run]) == true { continue }
      let isWhole = first.key == .existence
      try newRows?.leave(first.row, isWhole ? first.entity : nil, leadingTo: changes[run].lazy.flatMap(\.targets))
      for change in changes[run] {
        if case .property(let name) = change.key { newRows?.noteClaim(change.entity, name, change.value) }
      }
      rest.append(run)
    }
    return rest.isEmpty ? [] : rest.sorted { $0.lowerBound < $1.lowerBound }.flatMap { changes[$0] }
  }

  /// Puts rows of a snapshot into the store that are new and plain.
  ///
  /// - Returns: the others.
  func rows(afterInserting rows: [SyncIdentity], of other: ReplicatedRows) throws -> Set<SyncIdentity> {
    prepareForNewRows()
    guard newRows != nil, state.isUndisturbed else { return Set(rows) }
    try newRows?.expect(rows.count)
    var rest: Set<SyncIdentity> = []
    for identity in rows {
      guard let row = other[identity] else {
        rest.insert(identity)
        continue
      }
      if !row.isSeen(by: state.seen), try newRows?.insert(identity, row) == true { continue }
      var targets: [SyncIdentity] = []
      row.forEachTarget { targets.append($0) }
      try newRows?.leave(identity, row.entity, leadingTo: targets)
      var place = 0
      if let unique = schema.entities[row.entity]?.uniqueAttribute,
        let value = row.value(ofProperty: unique, from: &place)
      {
        newRows?.noteClaim(row.entity, unique, value)
      }
      rest.insert(identity)
    }
    return rest
  }

  /// Merges a batch of this replica.
  func merge(_ batch: Batch) throws {
    try load([], for: batch.changes)
    note(state.merge(batch), batch.rows, state.keptRows)
  }

  /// Changes the state of rows that are loaded.
  func update(_ body: (inout SyncState) -> MergeOutcome) -> MergeOutcome { body(&state) }

  func note(_ outcome: MergeOutcome, _ rows: [SyncIdentity]) { note(outcome, Set(rows), state.keptRows) }

  /// - Parameter kept: the rows that waiting batches touch; what these lead to is in no index.
  private func note(_ outcome: MergeOutcome, _ rows: Set<SyncIdentity>, _ kept: [SyncIdentity]) {
    touched.formUnion(rows)
    touched.formUnion(kept)
    stale.formUnion(outcome.rows)
    stale.formUnion(kept)
    redirected.formUnion(outcome.redirected.keys)
    if !rows.isEmpty || !outcome.rows.isEmpty { newRows?.note(unsettled: rows.union(outcome.rows)) }
  }

  private var redirected: Set<SyncIdentity> = []

  /// Has the ledger written for a row that is elsewhere in the store now, whether it changed or not.
  func noteMove(of row: SyncIdentity) { touched.insert(row) }

  /// Has a row shown as it was merged that is in this space again.
  func noteArrival(of row: SyncIdentity) {
    touched.insert(row)
    stale.insert(row)
  }

  /// Shows what an earlier version of the schema could not show.
  func adoptSchema() throws {
    let rows = Set(try ledger.rowsWithForeignParts())
    try load(rows)
    stale.formUnion(rows)
    touched.formUnion(rows)
    redirected.formUnion(rows)
  }

  // MARK: - Reading

  /// Reads rows, and all that decides how they are shown: who claims their unique values, what they became, what is
  /// above them.
  func load(_ rows: Set<SyncIdentity>, for changes: [Change] = []) throws {
    var pending = rows
    var (entity, unique, parent): (String?, String?, String?)
    for index in changes.indices {
      if index == 0 || changes[index].row != changes[index - 1].row { pending.insert(changes[index].row) }
      if changes[index].entity != entity {
        let known = schema.entities[changes[index].entity]
        (entity, unique, parent) = (changes[index].entity, known?.uniqueAttribute, known?.parent)
      }
      // Most properties decide about their own value only.
      if case .property(let name) = changes[index].key, name != unique, name != parent { continue }
      try follow(changes[index].key, changes[index].value, changes[index].entity, &pending)
    }
    while true {
      let next = loaded.isEmpty ? pending : pending.filter { !loaded.contains($0) }
      guard !next.isEmpty else { return }
      loaded.formUnion(next)
      pending = []
      try ledger.load(next)
      var found: [SyncIdentity: Row] = [:]
      for identity in next {
        pending.formUnion(try ledger.links(to: identity, joining: true))
        guard let row = ledger[identity]?.row, !row.isEmpty else { continue }
        found[identity] = row
        try follow(row, &pending)
      }
      state.include(found)
    }
  }

  /// Reads rows that are to be joined with those of another replica.
  func load(_ rows: Set<SyncIdentity>, joining other: ReplicatedRows) throws {
    var pending = rows
    for identity in rows { if let row = other[identity] { try follow(row, &pending) } }
    try load(pending)
  }

  /// Follows what decides how a row is shown, in all values that it has.
  private func follow(_ row: Row, _ pending: inout Set<SyncIdentity>) throws {
    let entity = schema.entities[row.entity]
    for key in [.existence] + [entity?.uniqueAttribute, entity?.parent].compactMap({ $0.map(RegisterKey.property) }) {
      for leaf in row[key]?.leaves ?? [] { try follow(key, leaf.value, row.entity, &pending) }
    }
  }

  private func follow(
    _ key: RegisterKey, _ value: SyncValue, _ entity: String, _ pending: inout Set<SyncIdentity>
  ) throws {
    switch (key, value) {
    case (.existence, .identity(let other)): pending.insert(other)
    case (.property(let name), _):
      guard let known = schema.entities[entity] else { return }
      if name == known.uniqueAttribute, let folded = schema.rules.entities[entity]?.folded(value) {
        pending.formUnion(try ledger.claimants(folded, known))
      }
      if name == known.parent, case .identity(let parent) = value { pending.insert(parent) }
    default: break
    }
  }

  /// A row as the space has it, with its members.
  func wholeRow(_ identity: SyncIdentity) throws -> VisibleRow? {
    try load([identity])
    try loadTargets(of: [identity])
    return state.row(identity)
  }

  /// Reads the rows that others refer to.
  private func loadTargets(of rows: Set<SyncIdentity>) throws {
    var targets: Set<SyncIdentity> = []
    for identity in rows { state.shown[identity]?.forEachTarget { targets.insert($0) } }
    try load(targets)
  }

  // MARK: - Writing

  /// Makes the store show what was merged, and writes the ledger.
  ///
  /// - Returns: how many rows of the store were changed.
  func finish() throws -> Int {
    var rows = stale
    for identity in redirected {
      try ledger.load([identity])
      // What leads to a row that was drained just now leads there already, if it is shown as itself.
      if ledger.isWritten(identity) || state.standIn(for: identity) != identity {
        rows.formUnion(try ledger.referrers(to: identity))
      }
      rows.formUnion(try ledger.links(to: identity, joining: false))
    }
    try load(rows)
    // What is part of a row gives it its members.
    let view = state.view
    for identity in rows where !view.isAlone(identity) { rows.formUnion(view.family(of: identity)) }
    try loadTargets(of: rows)
    rows.formUnion(try missingValues(of: rows))
    try extendByRequirements(&rows)
    try extendByBelonging(&rows)
    var display = try StoreDisplay(
      transaction, ledger, state, try SpaceNeighbours(transaction, ledger, replica, configuration), departed,
      try PrivateCopies(transaction, ledger, departed, configuration), replica)
    let count = try display.show(ordered(rows)) + (newRows?.takeCount() ?? 0)
    let written = rows.union(touched).union([display.renamedRoot].compactMap(\.self))
    (departures, taken) = (display.departures, display.taken)
    (stale, touched, redirected, arrived) = ([], [], [], [])
    try load(written)
    for identity in written.sorted() {
      let visible = display.visible(identity)
      let members = Set(visible?.members.values.joined().map(\.row) ?? [])
      try ledger.save(
        state.settledRow(identity), identity, members: members, conflicts: keptConflicts(of: identity).count)
    }
    return count
  }

  /// Rows in the order in which they are shown: new ones get their keys as they did where they were made.
  private func ordered(_ rows: Set<SyncIdentity>) -> [SyncIdentity] {
    // Where spaces share unique values, the order decides who has to give way, and must not depend on what came when.
    guard ledger.membership.isTrivial, !arrived.isEmpty else { return rows.sorted() }
    var rest = rows
    let known = arrived.filter { rest.remove($0) != nil }
    return rest.sorted() + known
  }

  /// The rows that are no more than their unique values, which others have as members and the store does not show.
  private func missingValues(of rows: Set<SyncIdentity>) throws -> Set<SyncIdentity> {
    guard !ledger.membership.isTrivial else { return [] }
    var missing: Set<SyncIdentity> = []
    for identity in rows {
      for member in state.row(identity)?.members.values.joined().map(\.row) ?? [] {
        guard let row = state.shown[member], ledger.membership.isValue(row.entity) else { continue }
        if ledger[member]?.isShown != true { missing.insert(member) }
      }
    }
    return missing
  }

  /// Adds the rows of a shared space that are below what comes or goes, and reads what decides where rows belong.
  private func extendByBelonging(_ rows: inout Set<SyncIdentity>) throws {
    guard let root = ledger.membership.rootEntity else { return }
    try load(Set(ledger.rows(of: root)))
    var pending = rows.filter { (state.row($0) != nil) != (ledger[$0]?.isShown == true) }
    if pending.contains(where: { state.shown[$0]?.entity == root }) {
      // What is below something that is gone hangs on the root.
      for entity in schema.entities.keys where ledger.membership.belonging(entity) != nil {
        pending.formUnion(try ledger.rows(of: entity))
      }
      rows.formUnion(pending)
      try load(rows)
    }
    var visited = pending
    while let identity = pending.popFirst() {
      let new = try ledger.referrers(to: identity).union(ledger.links(to: identity, joining: false))
        .subtracting(visited)
      visited.formUnion(new)
      rows.formUnion(new)
      pending.formUnion(new)
      try load(new)
      try loadTargets(of: new)
    }
    var above = rows
    while !above.isEmpty {
      let known = loaded
      try loadTargets(of: above)
      above = loaded.subtracting(known)
    }
  }

  /// Adds the rows that can't be without one that comes or goes.
  private func extendByRequirements(_ rows: inout Set<SyncIdentity>) throws {
    guard schema.entities.values.contains(where: { $0.references.contains(where: \.isRequired) }) else { return }
    var pending = rows
    while let identity = pending.popFirst() {
      var more = try ledger.referrers(to: identity, requiring: true)
      more.formUnion(try ledger.links(to: identity, joining: false))
      let new = more.subtracting(rows)
      rows.formUnion(new)
      pending.formUnion(new)
      try load(new)
      try loadTargets(of: new)
    }
  }
}
