/// A place where models are kept: a file format, a database or a service of one's own.
///
/// A container makes one for each of its configurations, and hands it requests that carry snapshots. Contexts don't
/// speak to it directly: they work on a copy of what it told, kept in memory, so that everything a context can do works
/// over any store, and it is asked again for every fetch. How much it is asked for:
/// - a fetch is handed on as it is, and again without predicate or order if the store prefers that these are applied
///   in memory;
/// - whatever else reads (a relationship, an aggregate, a results observer), and every save, has all models read once;
/// - a save hands on what it inserts, updates and deletes, consequences of delete rules included.
///
/// It is asked one thing at a time, on whatever thread needs the answer, while contexts of the same container wait for
/// it: it must not use that container itself.
///
/// Source: SwiftData, `DataStore`.
public protocol DataStore<Configuration, Snapshot>: AnyObject {
  /// What describes such a store.
  associatedtype Configuration: DataStoreConfiguration where Configuration.Store == Self
  /// What carries a model's values from and to the store.
  associatedtype Snapshot: DataStoreSnapshot

  /// Opens the store.
  ///
  /// - Parameters:
  ///   - configuration: where and how; its schema is there.
  ///   - migrationPlan: the versions of the models, if the container has a plan.
  init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws

  /// What the store is called in identifiers; always the same for the same data.
  var identifier: String { get }

  /// The models that it keeps.
  var schema: Schema { get }

  /// What it was made from.
  var configuration: Configuration { get }

  /// Deletes everything.
  func erase() throws

  /// The models that a descriptor asks for.
  ///
  /// - Throws: `DataStoreError.preferInMemoryFilter` or `.preferInMemorySort` to be asked again without predicate or
  ///   without order, and anything else if the models can't be read.
  func fetch<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, Snapshot>

  /// The number of models that a fetch would return.
  func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int

  /// The identifiers of the models that a fetch would return.
  func fetchIdentifiers<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> [PersistentIdentifier]

  /// Writes all changes of a save, or throws and writes none.
  ///
  /// - Returns: the permanent identifier of every inserted snapshot.
  func save(_ request: DataStoreSaveChangesRequest<Snapshot>) throws -> DataStoreSaveChangesResult<Snapshot>

  /// Told before the first request of a context.
  func initializeState(for editingState: EditingState)

  /// Told after the last request of a context.
  func invalidateState(for editingState: EditingState)

  /// Snapshots that the store can give without going far.
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
