extension ModelContext {
  func registerUndo(ofInserting model: any PersistentModel) {
    guard recordsUndo else { return }
    registerUndo { $0.deleteGraph(model) }
  }

  func registerUndo(ofDeleting model: any PersistentModel) {
    guard recordsUndo else { return }
    let relations = model._$record.relations
    registerUndo { $0.revive(model, relations) }
  }

  /// Reads what a deleted model can't be asked for later, and takes it out of the relationships that lead to it without
  /// it knowing.
  func prepareUndoOfDeletion(of model: any PersistentModel) {
    guard recordsUndo, isUsable(model), let table = try? store.table(for: type(of: model)) else { return }
    for relation in table.relations {
      _ = related(to: model, relation)
      readFarEnds(of: model, relation)
    }
    for relation in table.incoming where relation.property.allowsNone { disconnect(relation, leadingTo: model) }
  }

  private func disconnect(_ relation: Relation, leadingTo model: any PersistentModel) {
    let key = model._$record.key
    for owner in owners(of: relation, leadingTo: key) where isUsable(owner) {
      _ = related(to: owner, relation)
      let keys = owner._$record.relation(relation.property).keys
      if keys.contains(key) { relate(owner, relation, to: keys.filter { $0 != key }) }
    }
  }

  /// The models of a relationship without an inverse that lead to a row, saved or not.
  private func owners(of relation: Relation, leadingTo key: Int64) -> [any PersistentModel] {
    guard let table = try? store.table(for: relation.owner.modelType) else { return [] }
    let pending = (inserted.all + changed.all).filter {
      type(of: $0)._$properties.contains(relation.property)
        && $0._$record.relation(relation.property).keys.contains(key)
    }
    let keys = key > 0 ? try? read { try relation.owners(leadingTo: key, on: $0) } : nil
    let stored = (keys ?? []).compactMap { identityMap.model(table.identity, $0) ?? fetched($0, table) }
    return pending + stored
  }

  // MARK: - Coming back

  /// Brings a deleted model back, as what it was.
  private func revive(_ model: any PersistentModel, _ relations: [RelationState]) {
    switch model._$record.state {
    case .deleting where model._$record.link === link:
      undelete(model)
      noteInsertion(of: model)
    case .detached:
      attach(model)
      for property in type(of: model)._$properties.relationships { property.release(in: model) }
      lead(model, to: relations)
    case .deleted where model._$record.link === link:
      insertAgain(model)
      lead(model, to: relations)
      noteFarEnds(of: model)
    default:
      return
    }
    relink(model)
  }

  private func lead(_ model: any PersistentModel, to relations: [RelationState]) {
    model._$record.relations = relations.map { undoState.relation(now: $0) }
  }

  /// Inserts a model whose row is gone: the save gives the new row the old key.
  private func insertAgain(_ model: any PersistentModel) {
    let record = model._$record
    guard let entity = record.entity else { return }
    // Somebody may have asked for the identifier meanwhile and got a fault, which learns that its row is gone.
    if let other = identityMap.model(entity, record.key), other !== model { fill(other) }
    record.becomeClean()
    record.state = .inserted
    inserted.insert(model)
    identityMap.register(model, entity, record.key)
    noteInsertion(of: model)
  }
}
