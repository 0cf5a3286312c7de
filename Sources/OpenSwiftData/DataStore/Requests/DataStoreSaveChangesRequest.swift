/// Asks a store to write the changes of one save, all of them or none.
///
/// Source: SwiftData, `DataStoreSaveChangesRequest`.
public struct DataStoreSaveChangesRequest<SnapshotType: DataStoreSnapshot>: Sendable {
  /// The new models, in the order of their insertion.
  ///
  /// Their identifiers are temporary, also where others refer to them.
  public let inserted: [SnapshotType]
  /// The changed models with all of their values.
  public let updated: [SnapshotType]
  /// The deleted models with the values they had.
  public let deleted: [SnapshotType]
  /// On whose behalf.
  public let editingState: EditingState
}
