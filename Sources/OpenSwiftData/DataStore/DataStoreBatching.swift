/// A store that can delete models by a predicate.
///
/// Source: SwiftData, `DataStoreBatching`.
public protocol DataStoreBatching: DataStore {
  /// Deletes the models that match.
  func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws
}
