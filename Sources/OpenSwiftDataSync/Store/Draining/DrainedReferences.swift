import OpenSwiftData

/// Follows the references of rows that are drained, into other rows and other spaces.
struct DrainedReferences {
  private let transaction: ReplicationTransaction
  private let ledger: Ledger

  init(_ merge: StoreMerge) { (transaction, ledger) = (merge.transaction, merge.ledger) }

  private var schema: StoreSchema { ledger.schema }
  private var membership: Membership { ledger.membership }

  /// Has rows refer to rows of their own space only: what is above a row in another one is not there for most.
  func cutReferences(of keys: [Int64], _ entity: ReplicatedEntity) throws {
    guard !membership.isTrivial, !membership.isValue(entity.name) else { return }
    let values = try transaction.values(of: keys, entity.name)
    var cut: Set<Int64> = []
    for reference in entity.references where !reference.isRequired {
      var targets: [Int64: Int64] = [:]
      for (key, row) in values { if case .integer(let target)? = row[reference.name] { targets[key] = target } }
      let members = try membership.members(of: Set(targets.values), reference.target)
      for (key, target) in targets.sorted(by: { $0.key < $1.key }) where !members.contains(target) {
        try transaction.update(key, entity.name) { $0 == reference.name ? .null : nil }
        cut.insert(key)
      }
    }
    // They are drained as they are now.
    try RowImages(transaction, at: ledger.place).forgetFormerValues(of: cut, entity.name)
  }

  /// The references of a row that decide where it is, and that no person has set: a round of another space has put it where
  /// this one can show it, because what it was below is gone or elsewhere.
  ///
  /// They are not told: what others do with the row counts.
  func placed(_ touch: RowTouch, _ entity: String) -> Set<String> {
    touch.placed.filter { membership.isDecided(by: $0, entity) }
  }

  /// The edits that tell where a row and those above it are shown, where others were told something else.
  ///
  /// A person who puts a row on a list or below another one says with that where it belongs, whatever it was below once. And
  /// what was told of the rows above it, together with what is told of the row, could make a circle.
  ///
  /// - Parameter edits: what is told of the row.
  func places(
    _ row: SyncIdentity, _ entity: ReplicatedEntity, after edits: [LocalEdit], _ merge: StoreMerge
  ) throws
    -> [LocalEdit]
  {
    let deciding = entity.references.map(\.name).filter { membership.isDecided(by: $0, entity.name) }
    let told = Set(edits.compactMap(\.property))
    guard !membership.isTrivial, membership.canMove(entity.name), !told.isDisjoint(with: deciding) else { return [] }
    let here = deciding.filter { !told.contains($0) }.compactMap { edit(of: row, $0, merge) }
    guard let parent = entity.parent, told.contains(parent) else { return here }
    return try here + parentsOnCircle(through: row, parent, merge)
  }

  /// The edits that tell the parents of the rows above a row, if those that were told lead back to it.
  private func parentsOnCircle(
    through row: SyncIdentity, _ parent: String, _ merge: StoreMerge
  ) throws -> [LocalEdit] {
    var above: [SyncIdentity] = []
    var next = ledger[row]?.shown[parent]?.target
    while let identity = next, identity != row {
      guard !above.contains(identity) else { return [] }
      try merge.load([identity])
      above.append(identity)
      next = merge.state.shown[identity]?.winner(.property(parent))?.value.target
    }
    return next == nil ? [] : above.compactMap { edit(of: $0, parent, merge) }
  }

  /// The edit that tells a reference as it is shown; nil if it was told so.
  private func edit(of row: SyncIdentity, _ reference: String, _ merge: StoreMerge) -> LocalEdit? {
    guard let value = ledger[row]?.shown[reference],
      let told = merge.state.shown[row]?.winner(.property(reference)), told.value != value
    else { return nil }
    return .set(row, property: reference, value)
  }

  /// The edits that tell of members which have come into this space, to the rows of it that they are members of.
  ///
  /// Whatever else these rows have as members was told when it came.
  ///
  /// - Parameter isDrained: whether what a row has as members is told anyway.
  func arrivals(
    of keys: [Int64], _ entity: ReplicatedEntity, unless isDrained: (SyncIdentity, String) -> Bool
  ) throws -> [LocalEdit] {
    var edits: [LocalEdit] = []
    for (owner, name, owners) in try owners(ofArrived: keys, entity) {
      let known = try ledger.shownIdentities(of: owners.keys.sorted(), owner)
      let members = try ledger.shownIdentities(of: keys, entity.name)
      for (key, identity) in known.sorted(by: { $0.key < $1.key }) where !isDrained(identity, name) {
        for member in (owners[key] ?? []).compactMap({ members[$0] }).sorted() {
          edits.append(.add(identity, relationship: name, member: member, key: StoreDrain.orderKey))
        }
      }
    }
    return edits
  }

  /// The rows of this space that have rows as members which have come into it, with these.
  private func owners(
    ofArrived keys: [Int64], _ entity: ReplicatedEntity
  ) throws -> [(entity: String, name: String, owners: [Int64: [Int64]])] {
    guard membership.canMove(entity.name), !membership.isTrivial, !keys.isEmpty else { return [] }
    return try schema.references(to: entity.name).filter(\.isPair).map { owner, name, _ in
      var owners: [Int64: [Int64]] = [:]
      for key in keys {
        for found in try transaction.owners(of: key, owner, name) { owners[found, default: []].append(key) }
      }
      let here = try membership.members(of: Set(owners.keys).subtracting(keys), owner)
      return (owner, name, owners.filter { here.contains($0.key) })
    }
  }

  /// The rows of this space that refer to rows which are in another one now.
  func referrers(
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

  /// The rows that rows lead to and the ledger does not have, by entity.
  ///
  /// - Parameter values: those of the rows, if they have been read.
  func unknownTargets(
    of keys: [Int64], _ entity: ReplicatedEntity, _ values: [Int64: ReplicatedValues]?
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
}

extension LocalEdit {
  /// The property that it sets.
  fileprivate var property: String? { if case .set(_, let property, _) = self { property } else { nil } }
}

extension SyncValue {
  /// The row that a reference leads to.
  fileprivate var target: SyncIdentity? { if case .identity(let target) = self { target } else { nil } }
}
