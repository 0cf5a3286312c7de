/// Asks a store for models.
///
/// Source: SwiftData, `DataStoreFetchRequest`.
public struct DataStoreFetchRequest<T: PersistentModel>: Sendable {
  /// On whose behalf.
  public let editingState: EditingState
  /// Which models, in which order.
  public let descriptor: FetchDescriptor<T>
}
