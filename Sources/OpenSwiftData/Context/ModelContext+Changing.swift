extension ModelContext {
  /// Adds a model, to be inserted by the next save; one that is in the context already stays as it is.
  public func insert<Model: PersistentModel>(_ model: Model) {
    let record = model._$record
    switch record.state {
    case .detached:
      record.link = link
      record.state = .inserted
      inserted.insert(model)
    case .deleting where record.link === link:
      undelete(model)
    case .inserted, .saved, .deleting, .deleted:
      break
    }
  }

  /// Marks a model for deletion by the next save; one that was never saved is just forgotten.
  public func delete<Model: PersistentModel>(_ model: Model) {
    let record = model._$record
    guard record.link === link else { return }
    switch record.state {
    case .inserted:
      inserted.remove(model)
      forget(model)
    case .saved:
      changed.remove(model)
      deleted.insert(model)
      record.state = .deleting
    case .detached, .deleting, .deleted:
      break
    }
  }

  /// Discards what was not saved: the models get back the values, registrations and states that the last save left.
  public func rollback() {
    for model in inserted.all { forget(model) }
    for model in deleted.all { undelete(model) }
    for model in changed.all { restore(model) }
    inserted.removeAll()
    changed.removeAll()
    deleted.removeAll()
  }

  /// Takes note of everything that waits: changes made elsewhere are merged now.
  public func processPendingChanges() { mergePendingChanges() }

  func noteChanged(_ model: any PersistentModel) { changed.insert(model) }

  private func undelete(_ model: any PersistentModel) {
    deleted.remove(model)
    model._$record.state = .saved
    if !model._$record.dirty.isEmpty { changed.insert(model) }
  }

  private func forget(_ model: any PersistentModel) {
    model._$record.state = .detached
    model._$record.link = nil
  }

  private func restore(_ model: any PersistentModel) {
    let record = model._$record
    let originals = record.originals
    record.becomeClean()
    for (slot, value) in originals {
      // The value was encoded by the property itself, so it can be decoded.
      try? type(of: model)._$properties.all[slot].restore(value, in: model)
    }
    // Looked at again when it is next read: the row may be gone.
    record.isFault = true
  }
}
