extension ModelContext {
  /// Registers how to undo the change of one end of a relationship; each end is registered by itself, because each list
  /// has an order.
  func registerUndo(
    of property: RelationshipProperty, of model: any PersistentModel, from old: RelationState, to new: RelationState
  ) {
    guard recordsUndo, !model._$record.isDeleted else { return }
    registerUndo { $0.restore(property, of: model, from: new, to: old) }
  }

  private func restore(
    _ property: RelationshipProperty, of model: any PersistentModel, from new: RelationState, to old: RelationState
  ) {
    guard isUsable(model), let relation = relation(of: model, slot: property.slot) else { return }
    _ = related(to: model, relation)
    let current = model._$record.relation(property).keys
    let after = undoState.relation(now: new).keys
    let before = undoState.relation(now: old).keys.filter { current.contains($0) || isThere($0, property) }
    let wanted = relation.isToMany ? current.undoing(from: before, to: after) : before
    relate(model, relation, to: wanted)
  }

  /// Whether a key leads to a model; others may have deleted its row.
  private func isThere(_ key: Int64, _ property: RelationshipProperty) -> Bool {
    guard let table = try? store.table(for: property.target) else { return false }
    return identityMap.model(table.identity, key) != nil || key > 0 && !models([key], table).isEmpty
  }

  /// Reads the lists at the other end, so that undoing can restore their order.
  func readFarEnds(of model: any PersistentModel, _ relation: Relation, _ added: [Int64] = []) {
    guard recordsUndo, let inverse = relation.inverse, inverse.isToMany,
      let table = try? store.table(for: relation.property.target)
    else { return }
    _ = related(to: model, relation)
    for key in Set(model._$record.relation(relation.property).keys + added) {
      guard let target = identityMap.model(table.identity, key) ?? fetched(key, table) else { continue }
      _ = related(to: target, slot: inverse.slot)
    }
  }
}

extension [Int64] {
  /// These keys without what a change put in and with what it took out, in the order from before as far as possible.
  fileprivate func undoing(from before: [Int64], to after: [Int64]) -> [Int64] {
    let (old, new, current) = (Set(before), Set(after), Set(self))
    let kept = before.filter { current.contains($0) || !new.contains($0) }
    return kept + filter { !old.contains($0) && !new.contains($0) }
  }
}
