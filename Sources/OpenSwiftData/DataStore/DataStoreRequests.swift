import Foundation

/// The context that sends a request.
///
/// Source: SwiftData, `EditingState`.
public struct EditingState: Identifiable, Hashable, Sendable {
  /// The same for all requests of a context.
  public let id: UUID
  /// The context's author at the time of the request.
  public let author: String?
}

/// A request for models.
///
/// Source: SwiftData, `DataStoreFetchRequest`.
public struct DataStoreFetchRequest<T: PersistentModel>: Sendable {
  /// The context that asks.
  public let editingState: EditingState
  /// The models to fetch, and their order.
  public let descriptor: FetchDescriptor<T>
}

/// The answer to a fetch request.
///
/// Source: SwiftData, `DataStoreFetchResult`.
public struct DataStoreFetchResult<ModelType: PersistentModel, SnapshotType: DataStoreSnapshot>: Sendable {
  /// The descriptor of the request.
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

/// A request to write the changes of one save, all of them or none.
///
/// Source: SwiftData, `DataStoreSaveChangesRequest`.
public struct DataStoreSaveChangesRequest<SnapshotType: DataStoreSnapshot>: Sendable {
  /// The new models, in the order of their insertion.
  ///
  /// Their identifiers are temporary, also where others refer to them.
  public let inserted: [SnapshotType]
  /// The changed models with all of their values.
  public let updated: [SnapshotType]
  /// The deleted models with their last values.
  public let deleted: [SnapshotType]
  /// The context that saves.
  public let editingState: EditingState
}

/// The answer to a request to save.
///
/// Source: SwiftData, `DataStoreSaveChangesResult`.
public final class DataStoreSaveChangesResult<T: DataStoreSnapshot>: Sendable {
  /// The permanent identifiers of the inserted models, by their temporary ones.
  public let remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]
  /// The identifier of the store.
  public let storeIdentifier: String
  /// Models that the store wrote with other values than requested, by their permanent identifiers.
  public let snapshotsToReregister: [PersistentIdentifier: T]

  /// Creates an answer.
  public init(
    for storeIdentifier: String, remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
    snapshotsToReregister: [PersistentIdentifier: T] = [:]
  ) {
    self.storeIdentifier = storeIdentifier
    self.remappedIdentifiers = remappedIdentifiers
    self.snapshotsToReregister = snapshotsToReregister
  }
}

/// A request to delete the models that match a predicate.
///
/// Source: SwiftData, `DataStoreBatchDeleteRequest`.
public struct DataStoreBatchDeleteRequest<T: PersistentModel>: Sendable {
  /// The context that deletes.
  public let editingState: EditingState
  /// The models to delete; nil for all.
  public let predicate: Predicate<T>?
  /// Whether models of subclasses are deleted too.
  public let includeSubclasses: Bool
}
