/// What the unsaved changes of a context make of the lists of a relationship, looked through once for many of its owners.
struct ListOverlay {
  /// The models whose own ends wait for a save.
  private var moved: Set<Int64> = []
  /// Where they belong then.
  private var members: [Int64: [Int64]] = [:]

  /// - Parameter owners: whose lists are asked for.
  init(_ relation: Relation, owners: Set<Int64>, of context: ModelContext) {
    guard context.hasChanges, let inverse = relation.inverse else { return }
    for model in context.models(waitingWith: inverse) {
      let record = model._$record
      guard record.state != .saved || record.dirty.contains(inverse.slot) else { continue }
      moved.insert(record.key)
      guard !record.isDeleted else { continue }
      for owner in record.relation(inverse).keys where owners.contains(owner) {
        members[owner, default: []].append(record.key)
      }
    }
  }

  /// An owner's list.
  ///
  /// - Parameter stored: what the store says.
  func keys(_ stored: [Int64], of owner: Int64) -> [Int64] {
    guard !moved.isEmpty else { return stored }
    let own = members[owner] ?? []
    let (known, belonging) = (Set(stored), Set(own))
    return stored.filter { !moved.contains($0) || belonging.contains($0) } + own.filter { !known.contains($0) }
  }
}

extension ModelContext {
  /// The models that wait for a save and have a property.
  fileprivate func models(waitingWith property: ModelProperty) -> [any PersistentModel] {
    inserted.models(with: property) + changed.models(with: property) + deleted.models(with: property)
  }
}
