import OpenSwiftData

/// Finds what was changed in a store since it was drained last, as edits, within one transaction.
///
/// The history says which rows and which properties; what they are now is read from the rows. A row that was changed
/// several times is drained once.
struct StoreDrain {
  private let transaction: ReplicationTransaction
  private let ledger: Ledger
  private let merge: StoreMerge
  private var identification: RowIdentification
  private let references: DrainedReferences

  /// - Parameters:
  ///   - part: how far the history was drained in portions before.
  ///   - replica: this store's.
  ///   - toldSince: the clock since when others have told what becomes of rows that are in this space again.
  ///   - former: what rows were in this space before the store left it; nil if all are told.
  init(
    _ merge: StoreMerge, space: SyncIdentity, part: SyncPosition.Part?, replica: Replica, toldSince: UInt64? = nil,
    former: FormerIdentities? = nil, newIdentity: @escaping () -> SyncIdentity
  ) {
    self.merge = merge
    (transaction, ledger) = (merge.transaction, merge.ledger)
    identification = RowIdentification(
      merge, space: space, drainedAhead: part.map { (replica, $0.clock) },
      toldSince: toldSince.map { (replica, $0) },
      former: former, newIdentity: newIdentity)
    references = DrainedReferences(merge)
  }

  private var schema: StoreSchema { ledger.schema }
  private var membership: Membership { ledger.membership }

  /// The edits of what the history names.
  ///
  /// What is gone comes first, since a new row may have its unique value; new rows come last.
  ///
  /// - Parameter moved: rows that may be in another space now, and what of them is to be told.
  mutating func edits(
    of runs: [ReplicationTransaction.HistoryRun], moved: [String: [Int64: RowTouch]] = [:]
  ) throws -> [LocalEdit] {
    var touches: [String: [Int64: RowTouch]] = [:]
    let isJoining = try ledger.place.isShared && SyncTables(transaction, at: ledger.place).isJoining
    for run in runs where schema.entities[run.entity] != nil {
      let keys = try present(run)
      for key in keys { touches[run.entity, default: [:]][key, default: RowTouch()].note(run) }
      // Before all has come that a shared space has, what is below its rows may be private: unless they are moved here.
      if isJoining, !run.properties.contains(where: { membership.isDecided(by: $0, run.entity) }) { continue }
      for key in try membership.followers(of: keys, run.entity) {
        // Its space is looked up like that of any row; if it is the same, nothing is drained.
        touches[run.entity, default: [:]][key] = touches[run.entity]?[key] ?? RowTouch()
      }
    }
    for (entity, rows) in moved where schema.entities[entity] != nil {
      for (key, touch) in rows {
        touches[entity, default: [:]][key, default: RowTouch()].formUnion(touch)
      }
    }
    try releaseValues(&touches)
    return try edits(of: touches)
  }

  /// Lets go of rows that are no more than their unique value, and have another one now or are gone: what had one of
  /// them as a member has another one now, or none.
  private func releaseValues(_ touches: inout [String: [Int64: RowTouch]]) throws {
    for entity in schema.entities.values where membership.isValue(entity.name) {
      guard let keys = touches.removeValue(forKey: entity.name)?.keys.sorted() else { continue }
      let known = try ledger.identities(of: keys, entity.name)
      try merge.load(Set(known.values))
      let values = try transaction.values(of: known.keys.sorted(), entity.name)
      for (key, identity) in known.sorted(by: { $0.key < $1.key }) where ledger[identity]?.isShown == true {
        if let now = values[key], identification.valueIdentity(of: now, entity) == identity { continue }
        for (owner, name, isPair) in schema.references(to: entity.name) {
          // What had a row that is gone was changed with its deletion, and is in the history.
          let keys = try isPair ? transaction.owners(of: key, owner, name) : transaction.referrers(to: key, owner, name)
          for key in keys { touches[owner, default: [:]][key, default: RowTouch()].properties.insert(name) }
        }
        ledger.release(identity)
        merge.noteMove(of: identity)
      }
    }
  }

  /// When what an edit says was saved, in milliseconds since 1970; nil if the history does not name it.
  func time(of edit: LocalEdit) -> Int64? { identification.touches[edit.row]?.time(of: edit) }

  /// The edits that insert rows, which the ledger does not have.
  mutating func insertions(of keys: [Int64], _ entity: String) throws -> [LocalEdit] {
    try edits(of: [entity: Dictionary(uniqueKeysWithValues: keys.map { ($0, RowTouch(isWhole: true)) })])
  }

  /// The edits that tell once more what was changed since the store left the space, as it is now, and the rows that the
  /// ledger does not have.
  ///
  /// All others have been told as they are now.
  mutating func changes(since rejoined: RejoinedRows) throws -> [LocalEdit] {
    var touches: [String: [Int64: RowTouch]] = [:]
    for run in rejoined.runs {
      guard let entity = schema.entities[run.entity] else { continue }
      if rejoined.isReceived(run) {
        // The value is another one's now; members are told as they are.
        let values = run.properties.filter { name in !entity.pairs.contains { $0.name == name } }
        for key in try present(run) { touches[run.entity]?[key]?.properties.subtract(values) }
      } else {
        for key in try present(run) { touches[run.entity, default: [:]][key, default: RowTouch()].note(run) }
      }
    }
    var (changes, untold): ([LocalEdit], [String: [Int64: RowTouch]]) = ([], [:])
    for (name, rows) in touches.sorted(by: { $0.key < $1.key }) where !membership.isValue(name) {
      guard let entity = schema.entities[name] else { continue }
      let identities = try ledger.identities(of: rows.keys.sorted(), name)
      try merge.load(Set(identities.values))
      let known = identities.filter { ledger[$0.value]?.isShown == true }
      let changed = known.filter { rows[$0.key]?.isWhole == false }
      let (values, members) = (
        try ledger.shownValues(of: changed.keys.sorted(), name), try members(of: changed.keys.sorted(), entity)
      )
      for (key, identity) in changed.sorted(by: { $0.key < $1.key }) {
        guard let touch = rows[key] else { continue }
        identification.note(touch, of: identity)
        for property in entity.properties where touch.properties.contains(property) {
          if let value = values[key]?[property] { changes.append(.set(identity, property: property, value)) }
        }
        for pair in entity.pairs where touch.properties.contains(pair.name) {
          changes += (members[pair.name]?[key]?.here ?? []).sorted()
            .map { .add(identity, relationship: pair.name, member: $0, key: Self.orderKey) }
        }
      }
      untold[name] = rows.filter { known[$0.key] == nil }
    }
    return try changes + edits(of: untold)
  }

  /// The keys of a run that a row has, or had: a run may span keys that were never used.
  private func present(_ run: ReplicationTransaction.HistoryRun) throws -> [Int64] {
    guard run.keys.count > 1_000 else { return Array(run.keys) }
    let present = try transaction.keys(after: run.keys.lowerBound - 1, limit: run.keys.count, run.entity)
      .filter { run.keys.contains($0) }
    return Set(present).union(try ledger.shownKeys(in: run.keys, run.entity)).sorted()
  }

  private mutating func edits(of touches: [String: [Int64: RowTouch]]) throws -> [LocalEdit] {
    var (changes, deletions, pending): ([LocalEdit], DeletionEdits, [DrainedRow]) = ([], DeletionEdits(), [])
    var rest = touches
    // What was read of rows: nothing writes into them while they are drained, unless references are cut.
    var read: [String: [Int64: ReplicatedValues]] = [:]
    var arrived: [String: [Int64]] = [:]
    while let name = rest.keys.min(), let rows = rest.removeValue(forKey: name) {
      guard let entity = schema.entities[name] else { continue }
      let (found, values) = try identification.identify(rows, entity, &changes, &deletions)
      pending += found
      if membership.isTrivial { read[name, default: [:]].merge(values) { $1 } }
      try references.cutReferences(of: found.map(\.key), entity)
      arrived[name, default: []] += found.filter { $0.isNew || $0.properties == nil }.map(\.key)
      for (owner, name, keys) in try references.referrers(ofMoved: rows.keys.sorted(), entity) {
        for key in keys { rest[owner, default: [:]][key, default: RowTouch()].properties.insert(name) }
      }
      // What a row leads to must be known, or the reference would seem to lead nowhere.
      for (target, keys) in try references.unknownTargets(
        of: found.map(\.key), entity, membership.isTrivial ? values : nil)
      {
        for key in keys where rest[target]?[key] == nil { rest[target, default: [:]][key] = RowTouch(isWhole: true) }
      }
    }
    var insertions: [LocalEdit] = []
    // What rows lead to is told before them, so that who hears of them can show both at once.
    let groups = Dictionary(grouping: pending, by: \.entity.name)
    for (entity, rows) in groups.sorted(by: { schema.rank($0.key) < schema.rank($1.key) }) {
      let keys = rows.map(\.key)
      let shown =
        try read[entity].map { read in
          try read.mapValues { try ledger.syncValues($0, rows[0].entity) }
        } ?? ledger.shownValues(of: keys, entity)
      for row in rows { ledger.move(row.identity, entity, key: row.key, isShown: true, shown: shown[row.key] ?? [:]) }
      let members = try self.members(of: keys, rows[0].entity)
      for row in rows {
        let (values, present) = (shown[row.key] ?? [:], members.mapValues { $0[row.key] ?? Members() })
        if row.isNew {
          insertions.append(
            .insert(
              row.identity, entity: entity, values: values,
              members: present.mapValues { Dictionary(uniqueKeysWithValues: $0.here.map { ($0, Self.orderKey) }) }))
        } else {
          changes += try edits(of: row, values, present)
        }
      }
    }
    // What is gone first: a new row may have its unique value.
    return try deletions.all + changes + insertions + arrivals(of: arrived, among: pending)
  }

  /// The edits that tell of members which have come into this space.
  private func arrivals(of arrived: [String: [Int64]], among drained: [DrainedRow]) throws -> [LocalEdit] {
    if membership.isTrivial { return [] }
    var names: [SyncIdentity: Set<String>] = [:]
    for row in drained {
      names[row.identity, default: []].formUnion(row.properties ?? Set(row.entity.pairs.map(\.name)))
    }
    var edits: [LocalEdit] = []
    for (name, keys) in arrived.sorted(by: { $0.key < $1.key }) {
      guard let entity = schema.entities[name] else { continue }
      edits += try references.arrivals(of: keys.sorted(), entity) { names[$0]?.contains($1) == true }
    }
    return edits
  }

  /// The edits of a row that the ledger has.
  private func edits(
    of drained: DrainedRow, _ values: RowValues, _ members: [String: Members]
  ) throws -> [LocalEdit] {
    let (identity, entity, properties) = (drained.identity, drained.entity, drained.properties)
    var edits: [LocalEdit] = []
    let row = merge.state.shown[identity]
    let placed = identification.touches[identity].map { references.placed($0, entity.name) } ?? []
    // Shown as it was told, also if what it was below is back already.
    if !placed.isEmpty { merge.noteArrival(of: identity) }
    for name in entity.properties where !placed.contains(name) {
      guard let stored = values[name], let value = drained.told(stored, of: name, row) else { continue }
      if let properties {
        if properties.contains(name) { edits.append(.set(identity, property: name, value)) }
      } else if row?.winner(.property(name))?.value != value {
        edits.append(.set(identity, property: name, value))
      }
    }
    for pair in entity.pairs where properties?.contains(pair.name) ?? true {
      let old = try knownMembers(of: identity, pair.name)
      let new = members[pair.name] ?? Members()
      for member in new.here.subtracting(old).sorted() {
        edits.append(.add(identity, relationship: pair.name, member: member, key: Self.orderKey))
      }
      // What others added to a row that was deleted, which is back as it was: they had not seen that it was gone.
      let added = drained.isBack ? addedSinceDeletion(row, pair.name) : []
      if !added.isEmpty { merge.noteArrival(of: identity) }
      for member in old.subtracting(new.here).subtracting(new.elsewhere).subtracting(added).sorted() {
        edits.append(.remove(identity, relationship: pair.name, member: member))
      }
    }
    return try references.places(identity, entity, after: edits, merge) + edits
  }

  /// The members that no deletion of a row knew of.
  private func addedSinceDeletion(_ row: Row?, _ relationship: String) -> [SyncIdentity] {
    guard let row else { return [] }
    return row.keys.compactMap { key in
      guard case .member(relationship, let member) = key, let leaf = row.winner(key), leaf.isFresh, leaf.value != .null
      else { return nil }
      return merge.state.standIn(for: member)
    }
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

  /// What a row has as members in the store.
  private struct Members {
    /// Those that are in this space.
    var here: Set<SyncIdentity> = []
    /// Those that were moved to another one: nobody has removed them.
    var elsewhere: Set<SyncIdentity> = []
  }

  private func members(of keys: [Int64], _ entity: ReplicatedEntity) throws -> [String: [Int64: Members]] {
    var members: [String: [Int64: Members]] = [:]
    for pair in entity.pairs {
      let lists = try transaction.members(of: keys, entity.name, pair.name)
      let all = Set(lists.values.joined()).sorted()
      let here = try ledger.shownIdentities(of: all, pair.target)
      let known = membership.isTrivial ? here : try ledger.identities(of: all, pair.target)
      try merge.load(Set(here.values))
      members[pair.name] = lists.mapValues { list in
        Members(
          here: Set(list.compactMap { here[$0] }),
          elsewhere: known.count == here.count
            ? [] : Set(list.compactMap { here[$0] == nil ? known[$0] : nil }))
      }
    }
    return members
  }

  /// Relationships are sets: the order of lists is not kept equal.
  static let orderKey = "m"
}

/// The edits of rows that are gone, in the order in which they were found.
///
/// A row may be found deleted under one key and made again under another one: then it never went.
struct DeletionEdits {
  private var edits: [LocalEdit] = []
  private var gone: Set<SyncIdentity> = []
  private var takenBack: Set<SyncIdentity> = []

  /// - Parameters:
  ///   - last: what was changed before it was deleted.
  ///   - departure: how it went to another space, if it did and that was told there; nil if it was deleted.
  mutating func note(_ identity: SyncIdentity, last: [LocalEdit], departure: LocalEdit?) {
    assert(!takenBack.contains(identity), "a row is found under one key once")
    gone.insert(identity)
    edits += last + [departure ?? .delete(identity)]
  }

  /// Forgets that a row is gone; false if it is not.
  mutating func takeBack(_ identity: SyncIdentity) -> Bool {
    guard gone.remove(identity) != nil else { return false }
    takenBack.insert(identity)
    return true
  }

  var all: [LocalEdit] { takenBack.isEmpty ? edits : edits.filter { !takenBack.contains($0.row) } }
}
