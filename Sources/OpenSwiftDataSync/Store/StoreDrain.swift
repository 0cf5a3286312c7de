import OpenSwiftData

/// Finds what was changed in a store since it was drained last, as edits, within one transaction.
///
/// The history says which rows and which properties; what they are now is read from the rows. A row that was changed
/// several times is drained once.
struct StoreDrain {
  /// What happened to a row.
  private struct Touch {
    var properties: Set<String> = []
    /// Whether it was inserted or deleted: then all properties count.
    var isWhole = false
    /// Whether it was deleted, and perhaps brought back since.
    var wasDeleted = false

    mutating func note(_ run: ReplicationTransaction.HistoryRun) {
      properties.formUnion(run.properties)
      if run.kind != .update { isWhole = true }
      if run.kind == .deletion { wasDeleted = true }
    }
  }

  private let transaction: ReplicationTransaction
  private let ledger: Ledger
  private let merge: StoreMerge
  private let space: SyncIdentity
  private let newIdentity: () -> SyncIdentity
  /// Who wrote rows, and after which clock, that were drained before the history came to their insertion: other rows led
  /// to them.
  private var drainedAhead: (replica: Replica, clock: UInt64)?
  /// The identities that names of each entity are derived from.
  private var namespaces: [String: SyncIdentity] = [:]

  init(_ merge: StoreMerge, space: SyncIdentity, newIdentity: @escaping () -> SyncIdentity) {
    self.merge = merge
    self.newIdentity = newIdentity
    self.space = space
    (transaction, ledger) = (merge.transaction, merge.ledger)
  }

  private var schema: StoreSchema { ledger.schema }
  private var membership: Membership { ledger.membership }

  /// The edits of what the history names.
  ///
  /// Rows that were inserted come first, since others may refer to them.
  ///
  /// - Parameters:
  ///   - moved: rows that may be in another space now, though they did not change.
  ///   - part: how far the history was drained in portions before.
  ///   - replica: this store's.
  mutating func edits(
    of runs: [ReplicationTransaction.HistoryRun], moved: [String: [Int64]] = [:], part: SyncPosition.Part? = nil,
    replica: Replica
  ) throws -> [LocalEdit] {
    drainedAhead = part.map { (replica, $0.clock) }
    var touches: [String: [Int64: Touch]] = [:]
    for run in runs where schema.entities[run.entity] != nil {
      let keys = try present(run)
      for key in keys { touches[run.entity, default: [:]][key, default: Touch()].note(run) }
      for key in try membership.followers(of: keys, run.entity) {
        // Its space is looked up like that of any row; if it is the same, nothing is drained.
        touches[run.entity, default: [:]][key] = touches[run.entity]?[key] ?? Touch()
      }
    }
    for (entity, keys) in moved where schema.entities[entity] != nil {
      for key in keys { touches[entity, default: [:]][key] = touches[entity]?[key] ?? Touch() }
    }
    try releaseValues(&touches)
    return try edits(of: touches)
  }

  /// Lets go of rows that are no more than their unique value, and have another one now or are gone: what had one of
  /// them as a member has another one now, or none.
  private func releaseValues(_ touches: inout [String: [Int64: Touch]]) throws {
    for entity in schema.entities.values where membership.isValue(entity.name) {
      guard let keys = touches.removeValue(forKey: entity.name)?.keys.sorted() else { continue }
      let known = try ledger.identities(of: keys, entity.name)
      try merge.load(Set(known.values))
      let values = try transaction.values(of: known.keys.sorted(), entity.name)
      for (key, identity) in known.sorted(by: { $0.key < $1.key }) where ledger[identity]?.isShown == true {
        if let now = values[key], valueIdentity(of: now, entity) == identity { continue }
        for (owner, name, isPair) in schema.references(to: entity.name) {
          // What had a row that is gone was changed with its deletion, and is in the history.
          let keys = try isPair ? transaction.owners(of: key, owner, name) : transaction.referrers(to: key, owner, name)
          for key in keys { touches[owner, default: [:]][key, default: Touch()].properties.insert(name) }
        }
        ledger.release(identity)
        merge.noteMove(of: identity)
      }
    }
  }

  /// The identity of a row that is no more than its unique value.
  private func valueIdentity(of values: [String: SQLiteValue], _ entity: ReplicatedEntity) -> SyncIdentity? {
    guard let unique = entity.uniqueAttribute, let rules = schema.rules.entities[entity.name],
      let value = values[unique], case let folded? = rules.folded(SyncValue(value))
    else { return nil }
    return SyncIdentity(space: space, entity: entity.name, name: folded.name)
  }

  /// The edits that insert rows, which the ledger does not have.
  mutating func insertions(of keys: [Int64], _ entity: String) throws -> [LocalEdit] {
    try edits(of: [entity: Dictionary(uniqueKeysWithValues: keys.map { ($0, Touch(isWhole: true)) })])
  }

  /// The keys of a run that a row has, or had: a run may span keys that were never used.
  private func present(_ run: ReplicationTransaction.HistoryRun) throws -> [Int64] {
    guard run.keys.count > 1_000 else { return Array(run.keys) }
    let present = try transaction.keys(after: run.keys.lowerBound - 1, limit: run.keys.count, run.entity)
      .filter { run.keys.contains($0) }
    return Set(present).union(try ledger.shownKeys(in: run.keys, run.entity)).sorted()
  }

  /// A row whose edits are to be told once all have identities.
  private struct Pending {
    let identity: SyncIdentity
    let entity: ReplicatedEntity
    let key: Int64
    /// The properties that may differ; nil for all.
    let properties: Set<String>?
    /// Whether nobody knows of it.
    let isNew: Bool
  }

  private mutating func edits(of touches: [String: [Int64: Touch]]) throws -> [LocalEdit] {
    var (changes, deletions, pending): ([LocalEdit], [LocalEdit], [Pending]) = ([], [], [])
    var rest = touches
    // What was read of rows: nothing writes into them while they are drained, unless references are cut.
    var read: [String: [Int64: [String: SQLiteValue]]] = [:]
    while let name = rest.keys.min(), let rows = rest.removeValue(forKey: name) {
      guard let entity = schema.entities[name] else { continue }
      let (found, values) = try identify(rows, entity, &changes, &deletions)
      pending += found
      if membership.isTrivial { read[name, default: [:]].merge(values) { $1 } }
      try cutReferences(of: found.map(\.key), entity)
      for (owner, name, keys) in try referrers(ofMoved: rows.keys.sorted(), entity) {
        for key in keys { rest[owner, default: [:]][key, default: Touch()].properties.insert(name) }
      }
      // What a row leads to must be known, or the reference would seem to lead nowhere.
      for (target, keys) in try unknownTargets(of: found.map(\.key), entity, membership.isTrivial ? values : nil) {
        for key in keys where rest[target]?[key] == nil { rest[target, default: [:]][key] = Touch(isWhole: true) }
      }
    }
    var insertions: [LocalEdit] = []
    for (entity, rows) in Dictionary(grouping: pending, by: \.entity.name).sorted(by: { $0.key < $1.key }) {
      let keys = rows.map(\.key)
      let shown =
        try read[entity].map { read in
          try read.mapValues { try ledger.syncValues($0, rows[0].entity) }
        } ?? ledger.shownValues(of: keys, entity)
      for row in rows { ledger.move(row.identity, entity, key: row.key, isShown: true, shown: shown[row.key] ?? [:]) }
      let members = try self.members(of: keys, rows[0].entity)
      for row in rows {
        let (values, present) = (shown[row.key] ?? [:], members.mapValues { $0[row.key] ?? [] })
        if row.isNew {
          insertions.append(
            .insert(
              row.identity, entity: entity, values: values,
              members: present.mapValues { Dictionary(uniqueKeysWithValues: $0.map { ($0, Self.orderKey) }) }))
        } else {
          changes += try edits(of: row.identity, row.entity, values, present, row.properties)
        }
      }
    }
    // What is gone first: a new row may have its unique value.
    return deletions + changes + insertions
  }

  /// Has rows refer to rows of their own space only: what is above a row in another one is not there for most.
  private func cutReferences(of keys: [Int64], _ entity: ReplicatedEntity) throws {
    guard !membership.isTrivial, !membership.isValue(entity.name) else { return }
    let values = try transaction.values(of: keys, entity.name)
    for reference in entity.references where !reference.isRequired {
      var targets: [Int64: Int64] = [:]
      for (key, row) in values { if case .integer(let target)? = row[reference.name] { targets[key] = target } }
      let members = try membership.members(of: Set(targets.values), reference.target)
      for (key, target) in targets.sorted(by: { $0.key < $1.key }) where !members.contains(target) {
        try transaction.update(key, entity.name, [reference.name: .null])
      }
    }
  }

  /// The rows of this space that refer to rows which are in another one now.
  private func referrers(
    ofMoved keys: [Int64], _ entity: ReplicatedEntity
  ) throws -> [(entity: String, name: String, keys: Set<Int64>)] {
    guard membership.canMove(entity.name), !membership.isTrivial else { return [] }
    let moved = try Set(transaction.values(of: keys, entity.name).keys)
      .subtracting(membership.members(of: keys, entity.name))
    return try schema.references(to: entity.name).filter { !$0.isPair }.map { owner, name, _ in
      let referrers = try moved.flatMap { try transaction.referrers(to: $0, owner, name) }
      return (owner, name, try membership.members(of: referrers, owner))
    }
  }

  /// Gives rows identities, and tells of those that came back or are gone.
  private mutating func identify(
    _ rows: [Int64: Touch], _ entity: ReplicatedEntity, _ changes: inout [LocalEdit], _ deletions: inout [LocalEdit]
  ) throws -> (pending: [Pending], values: [Int64: [String: SQLiteValue]]) {
    let keys = rows.keys.sorted()
    var values = try transaction.values(of: keys, entity.name)
    let members = try membership.members(of: values.keys, entity.name)
    // For this space a row of another one is not there.
    values = values.filter { members.contains($0.key) }
    let known = try ledger.identities(of: keys, entity.name)
    try merge.load(Set(known.values))
    guard !membership.isValue(entity.name) else { return (try identifyValues(values, known, entity), values) }
    var pending: [Pending] = []
    var derived: [Int64: Derived] = [:]
    for (key, row) in values where known[key] == nil { derived[key] = derivedIdentity(of: row, entity) }
    try merge.load(Set(derived.values.lazy.map(\.identity)))
    for key in keys {
      let touch = rows[key] ?? Touch()
      switch (values[key], known[key]) {
      case (_?, let identity?):
        let isBack = ledger[identity]?.isShown != true
        if isBack {
          // Its deletion was undone.
          ledger.move(identity, entity.name, key: key, isShown: true, shown: [:])
          changes.append(.restore(identity))
        }
        var properties: Set<String>? = touch.properties
        if isBack {
          properties = nil
        } else if touch.isWhole, touch.wasDeleted || !wasDrainedAhead(identity) {
          // Deleted and brought back since: what the ledger leaves to the store is not what it was.
          properties = try touch.properties.union(differences(of: key, values[key] ?? [:], entity))
        }
        pending.append(Pending(identity: identity, entity: entity, key: key, properties: properties, isNew: false))
      case (_?, nil):
        let (identity, isKnown) = try derived[key].map { try self.identity($0) } ?? (newIdentity(), false)
        var properties: Set<String>?
        if isKnown, deletions.contains(.delete(identity)) {
          // Deleted and made again since: it never went, and is what it is now.
          deletions.removeAll { $0.row == identity }
          properties = Set(entity.properties + entity.pairs.map(\.name))
          ledger.move(identity, entity.name, key: key, isShown: true, shown: [:])
          merge.noteMove(of: identity)
        } else if isKnown {
          ledger.move(identity, entity.name, key: key, isShown: true, shown: [:])
          changes.append(.restore(identity))
        } else {
          ledger.add(identity, entity.name, key: key, shown: [:])
        }
        pending.append(
          Pending(identity: identity, entity: entity, key: key, properties: properties, isNew: !isKnown))
      case (nil, let identity?):
        guard let entry = ledger[identity], entry.isShown else { continue }
        // What was changed before it was deleted: the ledger takes over the values as they were at last.
        let last = try ledger.shownValues(of: [key], entity.name)[key] ?? entry.shown
        for property in entity.properties where touch.properties.contains(property) {
          if let value = last[property] { deletions.append(.set(identity, property: property, value)) }
        }
        ledger.move(identity, entity.name, key: key, isShown: false, shown: [:])
        deletions.append(.delete(identity))
      case (nil, nil): continue
      }
    }
    return (pending, values)
  }

  /// Finds the rows that are no more than their unique values; those that nobody knows are inserted.
  private func identifyValues(
    _ values: [Int64: [String: SQLiteValue]], _ known: [Int64: SyncIdentity], _ entity: ReplicatedEntity
  ) throws -> [Pending] {
    var pending: [Pending] = []
    for (key, row) in values.sorted(by: { $0.key < $1.key }) where known[key] == nil {
      guard let identity = valueIdentity(of: row, entity) else { continue }
      try merge.load([identity])
      if let entry = ledger[identity], !entry.row.isEmpty {
        ledger.move(identity, entity.name, key: key, isShown: true, shown: try ledger.syncValues(row, entity))
        merge.noteMove(of: identity)
      } else {
        ledger.add(identity, entity.name, key: key, shown: [:])
        pending.append(Pending(identity: identity, entity: entity, key: key, properties: nil, isNew: true))
      }
    }
    return pending
  }

  /// The properties of a row that differ from those that it had when it was deleted; all, if these are not known.
  private func differences(
    of key: Int64, _ values: [String: SQLiteValue], _ entity: ReplicatedEntity
  ) throws -> Set<String> {
    let pairs = Set(entity.pairs.map(\.name))
    guard let deleted = try RowImages(transaction, at: ledger.place).deletedValues(of: [key], entity.name)[key] else {
      return pairs.union(entity.properties)
    }
    return pairs.union(entity.properties.filter { deleted[$0] != values[$0] })
  }

  private func wasDrainedAhead(_ identity: SyncIdentity) -> Bool {
    guard let drainedAhead, let stamp = ledger[identity]?.row.winner(.existence)?.stamp else { return false }
    return stamp.replica == drainedAhead.replica && stamp.clock > drainedAhead.clock
  }

  /// Whether the ledger has a row that no other one stands for.
  private func isFree(_ entry: Ledger.Entry, _ identity: SyncIdentity) -> Bool {
    switch entry.row.existence {
    case .deleted, nil: true
    // Deleted since the last drain.
    case .inserted, .restored: entry.key != nil && merge.state.standIn(for: identity) == identity
    case .merged: false
    }
  }

  /// The rows that rows lead to and the ledger does not have, by entity.
  ///
  /// - Parameter values: those of the rows, if they have been read.
  private func unknownTargets(
    of keys: [Int64], _ entity: ReplicatedEntity, _ values: [Int64: [String: SQLiteValue]]?
  ) throws -> [String: Set<Int64>] {
    var targets: [String: Set<Int64>] = [:]
    let values = try values ?? (entity.references.isEmpty ? [:] : transaction.values(of: keys, entity.name))
    for reference in entity.references {
      for key in keys {
        guard let row = values[key] else { continue }
        if case .integer(let target)? = row[reference.name] { targets[reference.target, default: []].insert(target) }
      }
    }
    for pair in entity.pairs {
      let members = try transaction.members(of: keys, entity.name, pair.name).values.joined()
      targets[pair.target, default: []].formUnion(members)
    }
    for (target, keys) in targets {
      let unknown = keys.subtracting(try ledger.identities(of: keys.sorted(), target).keys)
      targets[target] = try membership.members(of: unknown, target)
    }
    return targets.filter { !$0.value.isEmpty }
  }

  /// The edits of a row that the ledger has.
  ///
  /// - Parameter properties: those that may differ; nil for all.
  private func edits(
    of identity: SyncIdentity, _ entity: ReplicatedEntity, _ values: [String: SyncValue],
    _ members: [String: Set<SyncIdentity>], _ properties: Set<String>?
  ) throws -> [LocalEdit] {
    var edits: [LocalEdit] = []
    let row = merge.state.shown[identity]
    for name in entity.properties {
      guard let value = values[name] else { continue }
      if let properties {
        if properties.contains(name) { edits.append(.set(identity, property: name, value)) }
      } else if row?.winner(.property(name))?.value != value {
        edits.append(.set(identity, property: name, value))
      }
    }
    for pair in entity.pairs where properties?.contains(pair.name) ?? true {
      let old = try knownMembers(of: identity, pair.name)
      let new = members[pair.name] ?? []
      for member in new.subtracting(old).sorted() {
        edits.append(.add(identity, relationship: pair.name, member: member, key: Self.orderKey))
      }
      for member in old.subtracting(new).sorted() {
        edits.append(.remove(identity, relationship: pair.name, member: member))
      }
    }
    return edits
  }

  /// The members that the ledger has, also of a row that was deleted: coming back, it would have them again.
  private func knownMembers(of identity: SyncIdentity, _ relationship: String) throws -> Set<SyncIdentity> {
    if let row = merge.state.row(identity) { return Set(row.members[relationship]?.map(\.row) ?? []) }
    guard let row = merge.state.shown[identity] else { return [] }
    let written = row.keys.compactMap { key -> SyncIdentity? in
      guard case .member(relationship, let member) = key, row.winner(key)?.value != .null else { return nil }
      return member
    }
    try merge.load(Set(written))
    return Set(written.compactMap(merge.state.standIn))
  }

  private func members(
    of keys: [Int64], _ entity: ReplicatedEntity
  ) throws -> [String: [Int64: Set<SyncIdentity>]] {
    var members: [String: [Int64: Set<SyncIdentity>]] = [:]
    for pair in entity.pairs {
      let lists = try transaction.members(of: keys, entity.name, pair.name)
      let identities = try ledger.shownIdentities(of: Set(lists.values.joined()).sorted(), pair.target)
      let found = lists.mapValues { Set($0.compactMap { identities[$0] }) }
      try merge.load(found.values.reduce(into: []) { $0.formUnion($1) })
      members[pair.name] = found
    }
    return members
  }

  /// The first identity that a unique value gives, and the value.
  private struct Derived {
    let identity: SyncIdentity
    let name: String
  }

  /// A unique value gives a new row its identity, so that two machines that make the same row without having talked mean
  /// one; nil without a value.
  private mutating func derivedIdentity(of values: [String: SQLiteValue], _ entity: ReplicatedEntity) -> Derived? {
    guard let unique = entity.uniqueAttribute, let rules = schema.rules.entities[entity.name],
      let value = values[unique], let name = rules.folded(SyncValue(value))?.name
    else { return nil }
    let namespace = namespaces[entity.name] ?? SyncIdentity(namespace: space, name: entity.name)
    namespaces[entity.name] = namespace
    return Derived(identity: SyncIdentity(namespace: namespace, name: name), name: name)
  }

  /// The identity of a new row, and whether it is one that is known as deleted.
  private func identity(_ derived: Derived) throws -> (SyncIdentity, isKnown: Bool) {
    var candidate = derived.identity
    while true {
      try merge.load([candidate])
      guard let entry = ledger[candidate], !entry.row.isEmpty || entry.isShown else { return (candidate, false) }
      // It is gone, or was in the store when that was drained last and is not any more.
      if !entry.isShown, isFree(entry, candidate) { return (candidate, true) }
      // Somebody made a row with this value and gave it another one: then the next that the value gives.
      candidate = SyncIdentity(cause: candidate, detail: derived.name)
    }
  }

  /// Relationships are sets: the order of lists is not kept equal.
  private static let orderKey = "m"
}

extension SyncValue {
  /// The value as a name that an identity is derived from.
  var name: String {
    switch self {
    case .text(let text): text
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real.bitPattern)"
    case .blob(let bytes):
      String(unsafeUninitializedCapacity: 3 * bytes.count) { name in
        var count = 0
        for byte in bytes {
          if count > 0 { name[count] = UInt8(ascii: " ") }
          if count > 0 { count += 1 }
          for digit in byte < 16 ? [byte] : [byte >> 4, byte & 15] {
            name[count] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
            count += 1
          }
        }
        return count
      }
    case .null, .identity, .opaque: ""
    }
  }
}
