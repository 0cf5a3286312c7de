/// A store of any type as a backend: requests and snapshots on one side, default snapshots on the other.
// Sound as `@unchecked Sendable`: the store is only reached through the calls of `StoreBackend`, which come one at a
// time; the rest are constants.
final class DataStoreBackend<Store: DataStore>: StoreBackend, @unchecked Sendable {
  let identifier: String
  let schema: Schema
  private let store: Store

  init(_ store: Store) {
    self.store = store
    identifier = store.identifier
    schema = store.schema
  }

  func fetch<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>, for state: EditingState
  ) throws -> FetchedSnapshots {
    if let root = root(above: Model.self) { return try fetch(descriptor, among: root, for: state) }
    let result = try store.fetch(DataStoreFetchRequest(editingState: state, descriptor: descriptor))
    return FetchedSnapshots(
      fetched: try result.fetchedSnapshots.map(defaultSnapshot),
      related: try result.relatedSnapshots.values.map(defaultSnapshot))
  }

  func fetchCount<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>, for state: EditingState
  ) throws -> Int? {
    guard root(above: Model.self) == nil else { return nil }
    do {
      return try store.fetchCount(DataStoreFetchRequest(editingState: state, descriptor: descriptor))
    } catch is DataStoreError {
      return nil
    }
  }

  // MARK: - Classes that inherit from each other

  /// The class at the root of a class's hierarchy, if a store that knows of no classes is to be asked for it instead.
  private func root(above type: any PersistentModel.Type) -> (any PersistentModel.Type)? {
    guard !(store is DefaultStore), type._$properties.superclass != nil else { return nil }
    return schema.entity(for: type)?.hierarchy.root.modelType
  }

  /// Has all models of the hierarchy told, and leaves out those of other classes.
  private func fetch<Model: PersistentModel, Root: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>, among _: Root.Type, for state: EditingState
  ) throws -> FetchedSnapshots {
    // They are of the class, which the store does not know.
    if descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
    if !descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
    let all = try fetch(FetchDescriptor<Root>(), for: state)
    let names = Set(schema.entity(for: Model.self)?.familyNames ?? [])
    let fetched = all.fetched.filter { names.contains($0.entityName) }
    return FetchedSnapshots(
      fetched: fetched.page(offset: descriptor.fetchOffset, limit: descriptor.fetchLimit), related: all.related)
  }

  var isTransactional: Bool { store is DefaultStore }

  var sqliteStores: [SQLiteStore] { (store as? DefaultStore).map { [$0.store] } ?? [] }

  var historyStores: [HistoryStore] { HistoryStore(identifier, store).map { [$0] } ?? [] }

  /// Nothing of another store: what it has at hand may be older than the copy.
  func current(_ identifiers: [PersistentIdentifier]) throws -> CurrentSnapshots {
    guard let store = store as? DefaultStore else { return CurrentSnapshots() }
    return try store.current(identifiers)
  }

  func save(_ changes: SnapshotChanges, beforeCommit: () throws -> Void) throws -> SavedSnapshots {
    if let store = store as? DefaultStore { return try store.save(changes, beforeCommit: beforeCommit) }
    let result = try store.save(
      DataStoreSaveChangesRequest(
        inserted: try changes.inserted.map(snapshot), updated: try changes.updated.map(snapshot),
        deleted: try changes.deleted.map(snapshot), editingState: changes.state))
    try beforeCommit()
    return SavedSnapshots(
      identifiers: result.remappedIdentifiers,
      rewritten: try result.snapshotsToReregister.map { identifier, snapshot in
        try defaultSnapshot(snapshot).copy(persistentIdentifier: identifier)
      })
  }

  func erase() throws { try store.erase() }
  func begin(_ state: EditingState) { store.initializeState(for: state) }
  func end(_ state: EditingState) { store.invalidateState(for: state) }

  // MARK: - Snapshots of the store's type

  private func snapshot(_ values: DefaultSnapshot) throws -> Store.Snapshot {
    if let same = values as? Store.Snapshot { return same }
    guard let entity = schema.entity(named: values.entityName) else {
      throw SwiftDataError.foreignSnapshot(values.persistentIdentifier, identifier)
    }
    let snapshot = snapshot(values, of: entity.properties.modelType)
    // It would come back as a model of another class.
    guard snapshot.entityName == values.entityName else {
      throw SwiftDataError.classlessSnapshot(Store.Snapshot.self, values.entityName)
    }
    return snapshot
  }

  private func snapshot<Model: PersistentModel>(_ values: DefaultSnapshot, of _: Model.Type) -> Store.Snapshot {
    var related: [PersistentIdentifier: any BackingData] = [:]
    return Store.Snapshot(from: SnapshotBackingData<Model>(values: values), relatedBackingDatas: &related)
  }

  private func defaultSnapshot(_ snapshot: Store.Snapshot) throws -> DefaultSnapshot {
    if let same = snapshot as? DefaultSnapshot { return same }
    guard let entity = schema.entity(named: snapshot.entityName) else {
      throw SwiftDataError.foreignSnapshot(snapshot.persistentIdentifier, identifier)
    }
    return try DefaultSnapshot(encoded: snapshot, entity.properties)
  }
}
