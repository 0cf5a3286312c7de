import OpenSwiftData

// Most of a first pull is rows that nobody here knows, and that nothing is in the way of. A merge finds out little about
// such a row: no register of it is older, it has no rival and no conflict, it closes no circle, and what it leads to is
// there. So it is put into the store and the ledger as it arrives, without being read, joined, looked at and compared.
// Whatever is not certain of a row before it is written is left to the merge, which reads rows that were put here like
// any others. Both ways end the same, which the simulations of stores check against the pure merge.

/// Puts rows that nobody here knows into the store, as far as it is plain what a merge would make of them.
struct NewRows {
  /// How rows of an entity are inserted.
  private struct Plan {
    let entity: ReplicatedEntity
    let insertion: RowInsertion
    /// The entities that properties refer to, by their places; nil for attributes.
    let targets: [String?]
    let isRequired: [Bool]
    /// The place of the unique attribute.
    let unique: Int?
  }

  private let transaction: ReplicationTransaction
  private let ledger: Ledger
  private let rules: SyncSchema
  /// The plans; nil for an entity whose rows are all left to the merge.
  private var plans: [String: Plan?] = [:]
  /// The keys of rows that others led to, which are shown and not about to change.
  private var keys: [SyncIdentity: (entity: String, key: Int64)] = [:]
  /// The rows that may be shown otherwise, or not any more, once the transaction ends.
  private var unsettled: Set<SyncIdentity> = []
  /// What rows that were left to the merge lead to.
  private var expected: Set<SyncIdentity> = []
  /// The entities of new rows that were left to the merge: they get their keys at the end, and so do those after them.
  private var closed: Set<String> = []
  /// The unique values that rows which were left to the merge have at the end, by entity: the store does not show them yet.
  private var claimed: [String: Set<SyncValue>] = [:]
  /// The members of the row that is put into the store.
  private var members: [(pair: Int, key: Int64)] = []
  /// How many rows may be put into the store in this transaction.
  private var expectedCount = 0
  /// How many rows were put into the store since this was last asked.
  private(set) var count = 0

  /// - Returns: nil where rows of several spaces are in each other's way.
  init?(_ transaction: ReplicationTransaction, _ ledger: Ledger) {
    guard ledger.membership.isTrivial else { return nil }
    (self.transaction, self.ledger, rules) = (transaction, ledger, ledger.schema.rules)
  }

  // MARK: - What is left to the merge

  /// Notes rows that the merge has changed or may show otherwise.
  mutating func note(unsettled rows: some Sequence<SyncIdentity>) {
    unsettled.formUnion(rows)
    keys.removeAll()
  }

  /// Notes a row that is left to the merge.
  ///
  /// - Parameters:
  ///   - entity: its entity if it may be new; nil if only some of its values were changed.
  ///   - targets: what it leads to.
  mutating func leave(
    _ identity: SyncIdentity, _ entity: String?, leadingTo targets: some Sequence<SyncIdentity>
  ) throws {
    expected.formUnion(targets)
    guard let entity, !closed.contains(entity) else { return }
    if try ledger.shownKey(of: identity, entity) == nil { closed.insert(entity) }
  }

  /// Notes the unique value of a row that is left to the merge.
  ///
  /// - Parameter value: the value of a property of that row.
  mutating func noteClaim(_ entity: String, _ property: String, _ value: SyncValue) {
    guard ledger.schema.entities[entity]?.uniqueAttribute == property,
      let folded = rules.entities[entity]?.folded(value)
    else { return }
    claimed[entity, default: []].insert(folded)
  }

  /// Prepares for rows.
  mutating func expect(_ more: Int) throws {
    expectedCount += more
    try transaction.expectInsertions(expectedCount, isSeries: true)
  }

  mutating func takeCount() -> Int {
    defer { count = 0 }
    return count
  }

  // MARK: - Rows

  /// Puts a row of a batch into the store.
  ///
  /// - Parameter changes: all that the batch says of it.
  /// - Returns: whether it was; otherwise nothing was written.
  mutating func insert(_ changes: ArraySlice<Change>) throws -> Bool {
    guard let first = changes.first, first.key == .existence, first.value == Existence.inserted.value,
      let plan = try plan(first.entity), try isUnknown(first.row, first.entity)
    else { return false }
    for change in changes
    where change.stamp != first.stamp || change.isDerived != first.isDerived || change.entity != first.entity {
      return false
    }
    var index = changes.startIndex + 1
    for (place, name) in plan.insertion.names.enumerated() {
      guard index < changes.endIndex, case .property(name) = changes[index].key,
        try bind(changes[index].value, place, plan)
      else { return discard(plan) }
      index += 1
    }
    let rest = changes[index...]
    members.removeAll(keepingCapacity: true)
    for change in rest {
      guard try noteMember(change.key, change.value, plan) else { return discard(plan) }
    }
    guard zip(rest, rest.dropFirst()).allSatisfy({ $0.key.precedes($1.key) }), let key = try insert(plan) else {
      return discard(plan)
    }
    let mark = Row.Mark(stamp: first.stamp, isDerived: first.isDerived, isFresh: true)
    try ledger.write(
      new: first.row, first.entity, key: key,
      ledger.registers(ofInserted: mark, members: rest, first.entity))
    keys[first.row] = (first.entity, key)
    return true
  }

  /// Puts a row of a snapshot into the store.
  ///
  /// - Returns: whether it was; otherwise nothing was written.
  mutating func insert(_ identity: SyncIdentity, _ row: Row) throws -> Bool {
    guard row.existence?.isPresent == true, row.exceptions.allSatisfy({ $0.value.leaves.count == 1 }),
      let plan = try plan(row.entity), try isUnknown(identity, row.entity)
    else { return false }
    var shown = RowValues(minimumCapacity: plan.insertion.names.count)
    var next = 0
    for (place, name) in plan.insertion.names.enumerated() {
      guard let value = row.value(ofProperty: name, from: &next), try bind(value, place, plan) else {
        return discard(plan)
      }
      shown.append(name, value)
    }
    members.removeAll(keepingCapacity: true)
    var count = 1 + plan.insertion.names.count
    for (key, value) in row.membersAndUnknown {
      guard try noteMember(key, value, plan) else { return discard(plan) }
      count += 1
    }
    guard count == row.values.count + row.exceptions.count, let key = try insert(plan) else { return discard(plan) }
    try ledger.write(new: identity, row.entity, key: key, ledger.registers(of: row, shown: shown))
    keys[identity] = (row.entity, key)
    return true
  }

  private func discard(_ plan: Plan) -> Bool {
    plan.insertion.discard()
    return false
  }

  private func isUnknown(_ identity: SyncIdentity, _ entity: String) throws -> Bool {
    try !closed.contains(entity) && !expected.contains(identity) && !unsettled.contains(identity)
      && keys[identity] == nil && ledger.isUnknown(identity)
  }

  private mutating func plan(_ entity: String) throws -> Plan? {
    if let plan = plans[entity] { return plan }
    let plan = try makePlan(entity)
    plans[entity] = .some(plan)
    return plan
  }

  private func makePlan(_ name: String) throws -> Plan? {
    guard let entity = ledger.schema.entities[name], !entity.pairs.contains(where: { $0.target == name }),
      let insertion = try transaction.insertion(into: name, pairs: entity.pairs.map(\.name)),
      insertion.names == ledger.schema.properties(name)
    else { return nil }
    let references = insertion.names.map { name in entity.references.first { $0.name == name } }
    return Plan(
      entity: entity, insertion: insertion, targets: references.map { $0?.target },
      isRequired: references.map { $0?.isRequired == true },
      unique: entity.uniqueAttribute.flatMap { insertion.names.firstIndex(of: $0) })
  }

  /// - Returns: whether the store would show the value as it is.
  private mutating func bind(_ value: SyncValue, _ place: Int, _ plan: Plan) throws -> Bool {
    guard let target = plan.targets[place] else {
      guard let stored = RowInsertion.Value(value) else { return false }
      if place == plan.unique, let folded = rules.entities[plan.entity.name]?.folded(value),
        try claimed[plan.entity.name]?.contains(folded) == true || ledger.isClaimed(folded, plan.entity.name)
      {
        return false
      }
      return try plan.insertion.bind(stored, at: place)
    }
    switch value {
    case .null where !plan.isRequired[place]:
      try plan.insertion.bind(reference: nil, at: place)
      return true
    case .identity(let identity):
      guard let key = try key(of: identity, target) else { return false }
      try plan.insertion.bind(reference: key, at: place)
      return true
    default: return false
    }
  }

  /// - Returns: whether the store would show the member, or the absence of one.
  private mutating func noteMember(_ key: RegisterKey, _ value: SyncValue, _ plan: Plan) throws -> Bool {
    guard case .member(let name, let member) = key,
      let pair = plan.entity.pairs.firstIndex(where: { $0.name == name })
    else { return false }
    // One that was removed.
    if case .null = value { return true }
    guard case .text = value, let target = try self.key(of: member, plan.entity.pairs[pair].target) else {
      return false
    }
    members.append((pair, target))
    return true
  }

  /// The key of a row that is shown, and will be at the end of the transaction.
  private mutating func key(of identity: SyncIdentity, _ entity: String) throws -> Int64? {
    if let known = keys[identity] { return known.entity == entity ? known.key : nil }
    guard !unsettled.contains(identity), let key = try ledger.shownKey(of: identity, entity) else { return nil }
    keys[identity] = (entity, key)
    return key
  }

  /// - Returns: nil if a row of the store has the unique value.
  private mutating func insert(_ plan: Plan) throws -> Int64? {
    guard let key = try transaction.insert(plan.insertion) else { return nil }
    for member in members.sorted(by: { $0 < $1 }) {
      try transaction.add(member.key, to: key, pair: member.pair, of: plan.insertion)
    }
    count += 1
    return key
  }
}

extension Row {
  /// The registers that are neither the existence nor properties, as they are shown.
  fileprivate var membersAndUnknown: [(key: RegisterKey, value: SyncValue)] {
    var found: [(key: RegisterKey, value: SyncValue)] = []
    func note(_ key: RegisterKey, _ value: SyncValue) {
      switch key {
      case .existence, .property: break
      case .member, .unknown: found.append((key, value))
      }
    }
    for (key, value) in values { note(key, value) }
    for (key, register) in exceptions { note(key, register.winner.value) }
    return found
  }
}

extension RowInsertion.Value {
  /// An attribute's value; nil for what no attribute can have.
  fileprivate init?(_ value: SyncValue) {
    switch value {
    case .null: self = .null
    case .integer(let integer): self = .integer(integer)
    case .real(let real): self = .real(real)
    case .text(let text): self = .text(text)
    case .blob(let bytes): self = .blob(bytes)
    case .identity, .opaque: return nil
    }
  }
}
