import OpenSwiftData

/// What rows were before they were changed or deleted, as far as that decides what is drained.
struct FormerRows {
  private let transaction: ReplicationTransaction
  private let membership: Membership
  private let images: RowImages

  init(_ transaction: ReplicationTransaction, _ ledger: Ledger) {
    self.transaction = transaction
    membership = ledger.membership
    images = RowImages(transaction, at: ledger.place)
  }

  /// The properties of a row that differ from those that it had when it was deleted; all, if these are not known.
  func differences(
    sinceDeletionOf key: Int64, _ values: ReplicatedValues, _ entity: ReplicatedEntity
  ) throws -> Set<String> {
    let pairs = Set(entity.pairs.map(\.name))
    guard let deleted = try images.deletedValues(of: [key], entity.name)[key] else {
      return pairs.union(entity.properties)
    }
    return pairs.union(differences(deleted, values, entity))
  }

  /// The properties of a row that differ from those that it had when its space was drained last; they are drained now.
  func takeDifferences(
    of key: Int64, _ values: ReplicatedValues, _ entity: ReplicatedEntity
  ) throws -> Set<String> {
    guard let former = try images.formerValues(of: [key], entity.name)[key] else { return [] }
    try images.forgetFormerValues(of: key, entity.name)
    return differences(former, values, entity)
  }

  private func differences(
    _ former: ReplicatedValues, _ values: ReplicatedValues, _ entity: ReplicatedEntity
  ) -> Set<String> {
    Set(entity.properties.filter { former[$0].map(SyncValue.init) != values[$0].map(SyncValue.init) })
  }

  /// Whether a row that is gone was in another space before it was deleted.
  func wasElsewhere(_ key: Int64, _ entity: ReplicatedEntity) throws -> Bool {
    guard let belonging = membership.belonging(entity.name) else { return false }
    var (next, visited): (Int64?, Set<Int64>) = (key, [])
    while let key = next, visited.insert(key).inserted {
      let present = try transaction.values(of: [key], entity.name)[key]
      guard let values = try present ?? images.deletedValues(of: [key], entity.name)[key] else { return false }
      if case .integer(let owner)? = values[belonging.reference] { return !membership.isHere(owner) }
      next = if case .integer(let above)? = belonging.parent.flatMap({ values[$0] }) { above } else { nil }
    }
    return true
  }
}
