extension ModelContext {
  /// Deletes a model and those that the rules of its relationships take along, and lets the others forget them.
  func deleteGraph(_ root: any PersistentModel) {
    var pending = [root]
    while let model = pending.popLast() {
      let state = model._$record.state
      guard state == .inserted || state == .saved else { continue }
      prepareUndoOfDeletion(of: model)
      let relations = (try? store.table(for: type(of: model)))?.relations ?? []
      for relation in relations where relation.deleteRule == .cascade { pending += related(to: model, relation) }
      for relation in relations where relation.deleteRule != .deny && relation.deleteRule != .noAction {
        disconnect(model, relation)
      }
      markDeleted(model)
    }
  }

  private func markDeleted(_ model: any PersistentModel) {
    listAtHand = nil
    noteDeletion(of: model)
    guard model._$record.state == .saved else { return withdraw(model) }
    changed.remove(model)
    deleted.insert(model)
    model._$record.state = .deleting
  }

  /// Lets the models at the other end forget this one, which itself keeps what it had.
  private func disconnect(_ model: any PersistentModel, _ relation: Relation) {
    if let shared = relation.shared { letGo(of: model, shared, relation) }
    guard let inverse = relation.inverse else { return }
    _ = related(to: model, relation)
    for key in model._$record.relation(relation.property).keys {
      unlink(inverse, ofKey: key, relation, from: model)
    }
  }

  /// Lets the models at the other ends of one that is no longer to be deleted lead back to it.
  func relink(_ model: any PersistentModel) {
    for relation in (try? store.table(for: type(of: model)))?.relations ?? [] {
      guard let inverse = relation.inverse else { continue }
      for key in model._$record.relation(relation.property).keys { link(inverse, ofKey: key, relation, to: model) }
    }
  }
}
