/// The answer to a fetch request.
///
/// Source: SwiftData, `DataStoreFetchResult`.
public struct DataStoreFetchResult<ModelType: PersistentModel, SnapshotType: DataStoreSnapshot>: Sendable {
  /// The descriptor that was asked for.
  public let descriptor: FetchDescriptor<ModelType>
  /// The models that match, in their order.
  public let fetchedSnapshots: [SnapshotType]
  /// Other models that are likely to be needed with them.
  public let relatedSnapshots: [PersistentIdentifier: SnapshotType]

  /// Creates an answer.
  public init(
    descriptor: FetchDescriptor<ModelType>, fetchedSnapshots: [SnapshotType],
    relatedSnapshots: [PersistentIdentifier: SnapshotType] = [:]
  ) {
    self.descriptor = descriptor
    self.fetchedSnapshots = fetchedSnapshots
    self.relatedSnapshots = relatedSnapshots
  }
}
