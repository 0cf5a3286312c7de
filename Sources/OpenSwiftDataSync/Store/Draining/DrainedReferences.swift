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
    for reference in entity.references where !reference.isRequired {
      var targets: [Int64: Int64] = [:]
      for (key, row) in values { if case .integer(let target)? = row[reference.name] { targets[key] = target } }
      let members = try membership.members(of: Set(targets.values), reference.target)
      for (key, target) in targets.sorted(by: { $0.key < $1.key }) where !members.contains(target) {
        try transaction.update(key, entity.name) { $0 == reference.name ? .null : nil }
      }
    }
  }

  /// Whether a row is where its space shows it without being told: what it was below is gone, or in another space.
  ///
  /// That is on the shared list; in the own space below nothing. Nobody has put it there, so nothing is told: what others
  /// do with it counts.
  func isLeftBehind(_ row: Row, _ values: RowValues) throws -> Bool {
    guard !membership.isTrivial, let (reference, parent) = membership.decisiveReferences(row.entity),
      (values[parent] ?? .null) == .null, ((values[reference] ?? .null) != .null) == ledger.place.isShared
    else { return false }
    let told = [reference, parent].compactMap { name -> SyncIdentity? in
      if case .identity(let target)? = row.winner(.property(name))?.value { target } else { nil }
    }
    try ledger.load(told)
    return !told.isEmpty && !told.contains { ledger[$0]?.isShown == true }
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
