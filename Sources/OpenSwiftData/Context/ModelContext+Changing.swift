extension ModelContext {
  /// Adds a model and the models that it leads to, to be inserted by the next save.
  ///
  /// A model that is in this context already stays as it is; so does one of another context, and one whose row is gone.
  public func insert<Model: PersistentModel>(_ model: Model) {
    link.mergeIfUnbound()
    let record = model._$record
    switch record.state {
    case .detached:
      groupUndo { insertGraph(model) }
    case .deleting where record.link === link:
      groupUndo { insertDeleted(model) }
    case .inserted, .saved, .deleting, .deleted:
      break
    }
  }

  /// Adds a model as the row that an identifier stood for before it was deleted: the next save gives it that key again.
  ///
  /// A model that is in a context already stays as it is.
  ///
  /// - Parameters:
  ///   - model: a new model with the values that the row had.
  ///   - identifier: the identifier that the row had; a temporary one, or one of another entity or store, is ignored.
  ///
  /// The save throws `SwiftDataError.uniqueConstraint` if there is such a row.
  public func insert<Model: PersistentModel>(_ model: Model, as identifier: PersistentIdentifier) {
    let identifier = identifier.resolved
    guard !identifier.isTemporary, identifier.entity == store.identity(of: Model.self) else { return insert(model) }
    guard model._$record.state == .detached else { return }
    // Somebody may have asked for the identifier meanwhile and got a fault, which learns that its row is gone.
    if let other = identityMap.model(identifier.entity, identifier.key) { fill(other) }
    groupUndo { insertGraph(model, key: identifier.key) }
  }

  /// Marks a model for deletion by the next save; one that was never saved is just forgotten.
  ///
  /// The delete rules of its relationships are followed at once for the models in memory, and again by the save for all
  /// rows. A model of another context is left alone: it has to be deleted there, or looked up here by its identifier.
  public func delete<Model: PersistentModel>(_ model: Model) {
    guard model._$record.link === link else { return }
    // The rules follow the graph as it is stored now.
    link.mergeIfUnbound()
    groupUndo { deleteGraph(model) }
  }

  /// Discards what was not saved: the models get back the values, registrations and states that the last save left.
  public func rollback() {
    listAtHand = nil
    for model in deleted.all { bringBack(model) }
    for model in changed.all { restore(model) }
    for model in inserted.all { withdraw(model) }
    forgetOverlaidLists()
    inserted.removeAll()
    changed.removeAll()
    deleted.removeAll()
    batchDeletions.removeAll()
    watchChanges()
    autosave.settle()
    forgetUndoOfRolledBack()
  }

  /// Takes note of everything that waits: changes made elsewhere are merged now.
  ///
  /// In a context that belongs to no executor this is also where the group of changes that are undone together ends, and
  /// where the context saves if `autosaveEnabled`.
  public func processPendingChanges() {
    mergePendingChanges()
    endUndoEventIfUnbound()
    if autosaveEnabled, !link.hasExecutor, !transactions.isRunning { saveByItself() }
  }

  private func insertDeleted(_ model: any PersistentModel) {
    undelete(model)
    noteInsertion(of: model)
    relink(model)
  }

  func noteChanged(_ model: any PersistentModel) { changed.insert(model) }

  func undelete(_ model: any PersistentModel) {
    deleted.remove(model)
    model._$record.state = .saved
    if !model._$record.dirty.isEmpty { changed.insert(model) }
  }

  /// Undoes a deletion; what the other ends did to the model's relationships meanwhile is forgotten too.
  private func bringBack(_ model: any PersistentModel) {
    undelete(model)
    for property in type(of: model)._$properties.relationships where property.isToMany {
      forgetList(property, of: model)
    }
    model._$record.isFault = true
  }

  private func restore(_ model: any PersistentModel) {
    let record = model._$record
    let (originals, lists) = (record.originals, record.originalLists.keys)
    record.becomeClean()
    for slot in lists {
      guard let property = type(of: model)._$properties.all[slot] as? RelationshipProperty else { continue }
      forgetList(property, of: model)
    }
    for (slot, value) in originals {
      // The value was encoded by the property itself, so it can be decoded.
      try? type(of: model)._$properties.all[slot].restore(value, in: model)
    }
    // Looked at again when it is next read: the row may be gone.
    record.isFault = true
  }
}
