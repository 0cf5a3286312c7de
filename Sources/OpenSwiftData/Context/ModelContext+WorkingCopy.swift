import Foundation

extension ModelContext {
  /// On whose behalf a custom store is asked.
  var editingState: EditingState {
    if let editingIdentifier { return EditingState(id: editingIdentifier, author: author) }
    let state = EditingState(id: UUID(), author: author)
    editingIdentifier = state.id
    store.copy?.begin(state, store)
    return state
  }

  /// Does what a save over a custom store needs before it takes the write lock: it would wait for itself.
  func prepareCopy() throws {
    guard let copy = store.copy else { return }
    try copy.complete(store)
    _ = editingState
  }

  /// Tells a custom store that the context is gone.
  func endEditing() {
    guard let editingIdentifier, let copy = store.copy else { return }
    copy.end(EditingState(id: editingIdentifier, author: author), store)
  }

  /// The models that a custom store answers with; nil if its copy has them all and is to be asked.
  func fetched<Model>(
    _ descriptor: FetchDescriptor<Model>, _ table: EntityTable, _ copy: WorkingCopy
  ) throws -> [Model]? {
    let answer = try copy.fetch(descriptor, in: store, for: editingState)
    mergePendingChanges()
    switch answer {
    case .everything:
      return nil
    case .ordered(let keys):
      return models(keys, table).compactMap { $0 as? Model }
    case .unordered(let keys):
      let models = models(keys, table).compactMap { $0 as? Model }
      return descriptor.sorted(models).page(offset: descriptor.fetchOffset, limit: descriptor.fetchLimit)
    }
  }

  /// The number of a custom store's models that match.
  func count<Model>(_ descriptor: FetchDescriptor<Model>, _ copy: WorkingCopy) throws -> Int {
    try copy.fetchCount(descriptor, in: store, for: editingState) ?? fetch(descriptor).count
  }
}
