import Foundation

extension DefaultStore: DataStoreBatching {
  /// Deletes the models that match, and follows their delete rules.
  public func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
    let context = ModelContext(store: store)
    context.author = request.editingState.author
    for model in try context.fetch(FetchDescriptor<T>(predicate: request.predicate)) { context.delete(model) }
    try context.save()
  }
}
