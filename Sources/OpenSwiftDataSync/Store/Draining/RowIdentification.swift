import OpenSwiftData

/// A row whose edits are to be told once all have identities.
struct DrainedRow {
  let identity: SyncIdentity
  let entity: ReplicatedEntity
  let key: Int64
  /// The properties that may differ; nil for all.
  let properties: Set<String>?
  /// What of its name is to be told; nil for all.
  var name: DrainedName?
  /// Whether nobody knows of it.
  let isNew: Bool
  /// Whether its deletion was undone.
  ///
  /// It has its key again, unlike a row that is made anew with a unique value.
  var isBack = false

  /// The value of a property as it is to be told; nil if nothing is.
  func told(_ value: SyncValue, of property: String, _ row: Row?) -> SyncValue? {
    if let name { name.told(value, of: property, row) } else { value }
  }
}

/// Gives rows of a store their identities: those that the ledger knows, or new ones.
struct RowIdentification {
  private let transaction: ReplicationTransaction
  private let ledger: Ledger
  private let merge: StoreMerge
  private let space: SyncIdentity
  private let newIdentity: () -> SyncIdentity
  /// Who wrote rows, and after which clock, that were drained before the history came to their insertion: other rows led
  /// to them.
  private let drainedAhead: (replica: Replica, clock: UInt64)?
  /// The clock since when others than this store have told what becomes of rows that are in this space again; nil if
  /// nobody has.
  private let toldSince: (replica: Replica, clock: UInt64)?
  /// What rows were in this space before the store left it; nil if it has not, or all are told.
  private let formerIdentities: FormerIdentities?
  private let former: FormerRows
  /// What happened to the rows that were identified.
  private(set) var touches: [SyncIdentity: RowTouch] = [:]
  /// The identities that names of each entity are derived from.
  private var namespaces: [String: SyncIdentity] = [:]

  init(
    _ merge: StoreMerge, space: SyncIdentity, drainedAhead: (replica: Replica, clock: UInt64)?,
    toldSince: (replica: Replica, clock: UInt64)?, former: FormerIdentities?,
    newIdentity: @escaping () -> SyncIdentity
  ) {
    self.toldSince = toldSince
    formerIdentities = former
    self.merge = merge
    self.space = space
    self.drainedAhead = drainedAhead
    self.newIdentity = newIdentity
    (transaction, ledger) = (merge.transaction, merge.ledger)
    self.former = FormerRows(merge.transaction, merge.ledger.place)
  }

  private var schema: StoreSchema { ledger.schema }
  private var membership: Membership { ledger.membership }

  /// Gives rows identities, and tells of those that came back or are gone.
  ///
  /// - Parameters:
  ///   - restorations: the edits of those that came back.
  ///   - deletions: the edits of those that are gone.
  /// - Returns: the rows that are there, and the values of all that were asked for.
  mutating func identify(
    _ rows: [Int64: RowTouch], _ entity: ReplicatedEntity, _ restorations: inout [LocalEdit],
    _ deletions: inout DeletionEdits
  ) throws -> (pending: [DrainedRow], values: [Int64: ReplicatedValues]) {
    let keys = rows.keys.sorted()
    var values = try transaction.values(of: keys, entity.name)
    let members = try membership.members(of: values.keys, entity.name)
    // For this space a row of another one is not there.
    let elsewhere = membership.isTrivial ? [] : Set(values.keys).subtracting(members)
    values = values.filter { members.contains($0.key) }
    let known = try ledger.identities(of: keys, entity.name)
    try merge.load(Set(known.values))
    guard !membership.isValue(entity.name) else { return (try identifyValues(values, known, entity), values) }
    var pending: [DrainedRow] = []
    let different = try former.consumeDifferences(of: values.filter { known[$0.key] != nil }, entity)
    var derived: [Int64: Derived] = [:]
    for (key, row) in values where known[key] == nil { derived[key] = derivedIdentity(of: row, entity) }
    try merge.load(Set(derived.values.lazy.map(\.identity)))
    for key in keys {
      let touch = rows[key] ?? RowTouch()
      if values[key] != nil, known[key].flatMap({ ledger[$0] })?.isShown != true {
        try merge.departed?.forget(key, entity.name)
      }
      switch (values[key], known[key]) {
      case (let row?, let identity?):
        let entry = ledger[identity]
        let isAgain = entry?.isShown != true
        // What others have told of it since counts, and is shown with the next `finish`.
        let isBack = isAgain && !isTold(identity)
        if isAgain, !isBack {
          ledger.move(identity, entity.name, key: key, isShown: true, shown: [:])
          merge.noteArrival(of: identity)
        } else if isBack {
          // Its deletion was undone.
          ledger.move(identity, entity.name, key: key, isShown: true, shown: [:])
          restorations.append(.restore(identity))
        }
        var properties: Set<String>? = touch.properties
        let name = entry.flatMap {
          DrainedName($0, entity, membership, isBack: isBack) { row[$0].map(SyncValue.init) }
        }
        if isBack {
          properties = nil
        } else if touch.isWhole, touch.wasDeleted || !wasDrainedAhead(identity) {
          // Deleted and brought back since: what the ledger leaves to the store is not what it was.
          properties = try touch.properties.union(former.differences(sinceDeletionOf: key, row, entity))
        }
        // All that was changed, in one go: from now on the ledger leaves to the store what that has.
        properties?.formUnion(different[key] ?? [])
        note(touch, of: identity)
        pending.append(
          DrainedRow(
            identity: identity, entity: entity, key: key, properties: properties, name: name, isNew: false,
            isBack: isBack))
      case (_?, nil):
        let (identity, isKnown) =
          try formerIdentity(of: key, entity) ?? derived[key].map { try self.identity($0) } ?? (newIdentity(), false)
        var properties: Set<String>?
        if isKnown, isTold(identity) {
          properties = touch.properties
          ledger.move(identity, entity.name, key: key, isShown: true, shown: [:])
          merge.noteArrival(of: identity)
        } else if isKnown, deletions.takeBack(identity) {
          // Deleted and made again since: it never went, and is what it is now.
          properties = Set(entity.properties + entity.pairs.map(\.name))
          ledger.move(identity, entity.name, key: key, isShown: true, shown: [:])
          merge.noteMove(of: identity)
        } else if isKnown {
          ledger.move(identity, entity.name, key: key, isShown: true, shown: [:])
          restorations.append(.restore(identity))
        } else {
          ledger.add(identity, entity.name, key: key, shown: [:])
        }
        note(touch, of: identity)
        pending.append(
          DrainedRow(identity: identity, entity: entity, key: key, properties: properties, isNew: !isKnown))
      case (nil, let identity?):
        guard let entry = ledger[identity], entry.isShown else { continue }
        var edits: [LocalEdit] = []
        // What it was at last may have been written while it was in another space, which is nothing for those who share
        // this one.
        if !ledger.place.isShared {
          // What was changed before it was deleted: the ledger takes over the values as they were at last.
          let last = try ledger.shownValues(of: [key], entity.name)[key] ?? entry.shown
          let name = DrainedName(entry, entity, membership) { last[$0] }
          edits = entity.properties.filter(touch.properties.contains).compactMap { property in
            let told = last[property].flatMap { value in
              if let name { name.told(value, of: property, entry.row) } else { value }
            }
            return told.map { .set(identity, property: property, $0) }
          }
        }
        if elsewhere.contains(key), let row = try merge.wholeRow(identity) {
          try merge.departed?.note(row, at: key)
        }
        ledger.move(identity, entity.name, key: key, isShown: false, shown: [:])
        note(touch, of: identity)
        // Moving a row is no decision about its conflicts.
        let departure = touch.departure ?? (elsewhere.contains(key) ? Departure() : nil)
        deletions.note(identity, last: edits, departure: departure.map { .depart(identity, $0) })
      case (nil, nil): continue
      }
    }
    return (pending, values)
  }

  /// Notes what happened to a row.
  ///
  /// One that is identified a second time, because another row leads to it, keeps the time of its changes.
  mutating func note(_ touch: RowTouch, of row: SyncIdentity) { touches[row, default: touch].formUnion(touch) }

  /// Finds the rows that are no more than their unique values; those that nobody knows are inserted.
  private func identifyValues(
    _ values: [Int64: ReplicatedValues], _ known: [Int64: SyncIdentity], _ entity: ReplicatedEntity
  ) throws -> [DrainedRow] {
    var pending: [DrainedRow] = []
    for (key, row) in values.sorted(by: { $0.key < $1.key }) where known[key] == nil {
      guard let identity = valueIdentity(of: row, entity) else { continue }
      try merge.load([identity])
      if let entry = ledger[identity], !entry.row.isEmpty {
        ledger.move(identity, entity.name, key: key, isShown: true, shown: try ledger.syncValues(row, entity))
        merge.noteMove(of: identity)
      } else {
        ledger.add(identity, entity.name, key: key, shown: [:])
        pending.append(DrainedRow(identity: identity, entity: entity, key: key, properties: nil, isNew: true))
      }
    }
    return pending
  }

  /// What a row was before the store left the space, and whether it is known as deleted or not shown; nil if another row
  /// is that now.
  private func formerIdentity(of key: Int64, _ entity: ReplicatedEntity) throws -> (SyncIdentity, isKnown: Bool)? {
    guard let identity = try formerIdentities?.identity(of: key, entity.name) else { return nil }
    try merge.load([identity])
    guard let entry = ledger[identity] else { return (identity, false) }
    return entry.isShown ? nil : (identity, !entry.row.isEmpty)
  }

  /// Whether others have told what becomes of a row that is in this space again; what this store told was that the row
  /// had come into the space that is left.
  private func isTold(_ identity: SyncIdentity) -> Bool {
    guard let toldSince, let stamp = merge.state.shown[identity]?.winner(.existence)?.stamp else {
      return false
    }
    return stamp.replica != toldSince.replica && stamp.clock >= toldSince.clock
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
}

// MARK: - Identities that values give

extension RowIdentification {
  /// The identity of a row that is no more than its unique value.
  func valueIdentity(of values: ReplicatedValues, _ entity: ReplicatedEntity) -> SyncIdentity? {
    guard let unique = entity.uniqueAttribute, let rules = schema.rules.entities[entity.name],
      let value = values[unique], case let folded? = rules.folded(SyncValue(value))
    else { return nil }
    return SyncIdentity(space: space, entity: entity.name, name: folded.name)
  }

  /// The first identity that a unique value gives, and the value.
  private struct Derived {
    let identity: SyncIdentity
    let name: String
  }

  /// A unique value gives a new row its identity, so that two machines that make the same row without having talked mean
  /// one; nil without a value.
  private mutating func derivedIdentity(of values: ReplicatedValues, _ entity: ReplicatedEntity) -> Derived? {
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
      if ledger[candidate]?.isShown != true, isTold(candidate) { return (candidate, true) }
      // A row that waiting batches brought is shown, and has a key but no registers until what they depend on has come.
      guard let entry = ledger[candidate], !entry.row.isEmpty || entry.key != nil else { return (candidate, false) }
      // It is gone, or was in the store when that was drained last and is not any more.
      if !entry.isShown, isFree(entry, candidate) { return (candidate, true) }
      // Somebody made a row with this value and gave it another one: then the next that the value gives.
      candidate = SyncIdentity(cause: candidate, detail: derived.name)
    }
  }
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
