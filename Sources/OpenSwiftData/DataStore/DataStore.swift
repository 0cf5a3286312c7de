/// A place where models are stored: a custom file format, database or service.
///
/// A container makes one for each of its configurations and sends it requests with snapshots. Contexts work on a copy
/// of its models in memory, so that everything a context can do works over any store:
/// - a fetch is passed on, and again without predicate or order if the store prefers that these are applied in memory;
/// - whatever else reads (a relationship, an aggregate, a results observer), and every save, has all models read once;
/// - a save passes on what it inserts, updates and deletes, including what delete rules change.
///
/// It gets one request at a time, on any thread, while contexts of the same container wait for it: it must not use that
/// container itself.
///
/// Source: SwiftData, `DataStore`.
public protocol DataStore<Configuration, Snapshot>: AnyObject {
  /// What describes such a store.
  associatedtype Configuration: DataStoreConfiguration where Configuration.Store == Self
  /// What carries a model's values from and to the store.
  associatedtype Snapshot: DataStoreSnapshot

  /// Opens the store; the plan is that of the container, if it has one.
  init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws

  /// The name of the store in identifiers; always the same for the same data.
  var identifier: String { get }
  /// The models that it stores.
  var schema: Schema { get }
  /// The configuration that it was made from.
  var configuration: Configuration { get }

  /// Deletes everything.
  func erase() throws

  /// The models that a descriptor describes.
  ///
  /// - Throws: `DataStoreError.preferInMemoryFilter` or `.preferInMemorySort` to be asked again without predicate or
  ///   without order, and any other error if the models can't be read.
  func fetch<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, Snapshot>

  /// The number of models that a fetch would return.
  func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int

  /// The identifiers of the models that a fetch would return.
  func fetchIdentifiers<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> [PersistentIdentifier]

  /// Writes all changes of a save, or throws and writes none.
  ///
  /// - Returns: the permanent identifier of every inserted snapshot.
  func save(_ request: DataStoreSaveChangesRequest<Snapshot>) throws -> DataStoreSaveChangesResult<Snapshot>

  /// Called before the first request of a context.
  func initializeState(for editingState: EditingState)

  /// Called after the last request of a context.
  func invalidateState(for editingState: EditingState)

  /// Snapshots that the store can return without work.
  func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: Snapshot]
}

extension DataStore {
  /// Throws `DataStoreError.unsupportedFeature`.
  public func erase() throws { throw DataStoreError.unsupportedFeature }

  /// Counts what a fetch returns.
  public func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
    try fetch(request).fetchedSnapshots.count
  }

  /// The identifiers of what a fetch returns.
  public func fetchIdentifiers<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier] {
    try fetch(request).fetchedSnapshots.map(\.persistentIdentifier)
  }

  /// Does nothing.
  public func initializeState(for editingState: EditingState) {}

  /// Does nothing.
  public func invalidateState(for editingState: EditingState) {}

  /// None.
  public func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: Snapshot] { [:] }
}

/// A store that can delete models by a predicate.
///
/// Source: SwiftData, `DataStoreBatching`.
public protocol DataStoreBatching: DataStore {
  /// Deletes the models that match.
  func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws
}

/// The description of a store: its name, its models and its own options.
///
/// Source: SwiftData, `DataStoreConfiguration`.
public protocol DataStoreConfiguration<Store>: Hashable {
  /// The type of store that it describes.
  associatedtype Store: DataStore where Store.Configuration == Self

  /// The configuration's name.
  var name: String { get }
  /// The models that the store contains; nil for those of the container, which then sets it.
  var schema: Schema? { get set }

  /// Checks whether a store can be made from it.
  ///
  /// - Throws: an error that says what is wrong with it.
  func validate() throws
}

extension DataStoreConfiguration {
  /// Accepts the configuration.
  public func validate() throws {}
}

/// An error of a store that can't handle a request.
///
/// Source: SwiftData, `DataStoreError`.
public enum DataStoreError: Error, Hashable, Sendable {
  /// The store doesn't support the request.
  case unsupportedFeature
  /// The store wants to be asked without a predicate, which is then applied in memory.
  case preferInMemoryFilter
  /// The store wants to be asked without an order; the models are then sorted in memory.
  case preferInMemorySort
  /// The store can't evaluate the predicate.
  case invalidPredicate
}
