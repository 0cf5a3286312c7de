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

  /// The edits that tell where the rows above a row are, as far as they are elsewhere than was told: otherwise what was told
  /// of them and what is told of the row could make a circle.
  func places(above row: SyncIdentity, _ entity: ReplicatedEntity, _ merge: StoreMerge) throws -> [LocalEdit] {
    guard !membership.isTrivial, membership.canMove(entity.name), let parent = entity.parent else { return [] }
    var (edits, visited): ([LocalEdit], Set<SyncIdentity>) = ([], [row])
    var next = ledger[row]?.shown[parent]?.target
    while let above = next, visited.insert(above).inserted {
      try merge.load([above])
      guard let entry = ledger[above], let told = merge.state.shown[above] else { break }
      for name in entity.references.map(\.name) where membership.isDecided(by: name, entity.name) {
        guard let value = entry.shown[name], let leaf = told.winner(.property(name)), leaf.value != value else {
          continue
        }
        edits.append(.set(above, property: name, value))
      }
      next = entry.shown[parent]?.target
    }
    return edits
  }

  /// The rows of this space that have rows as members which have come into it.
  func owners(
    ofArrived keys: [Int64], _ entity: ReplicatedEntity
  ) throws -> [(entity: String, name: String, keys: Set<Int64>)] {
    guard membership.canMove(entity.name), !membership.isTrivial, !keys.isEmpty else { return [] }
    return try schema.references(to: entity.name).filter(\.isPair).map { owner, name, _ in
      let owners = try keys.flatMap { try transaction.owners(of: $0, owner, name) }
      return (owner, name, try membership.members(of: Set(owners).subtracting(keys), owner))
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

extension SyncValue {
  /// The row that a reference leads to.
  fileprivate var target: SyncIdentity? { if case .identity(let target) = self { target } else { nil } }
}
