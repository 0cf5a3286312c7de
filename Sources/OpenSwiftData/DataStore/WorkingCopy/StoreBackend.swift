/// A custom store with its types erased, as a working copy uses it.
///
/// It is only called within `SQLiteStore.write(_:)` or `withWriter(_:)` of the copy, one call at a time.
protocol StoreBackend: Sendable {
  var identifier: String { get }
  var schema: Schema { get }
  /// Whether a save can be rolled back until it is committed.
  var isTransactional: Bool { get }
  var sqliteStores: [SQLiteStore] { get }
  /// The stores behind it that keep a history.
  var historyStores: [HistoryStore] { get }

  func identifier(ofEntity name: String) -> String

  func fetch<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>, for state: EditingState
  ) throws -> FetchedSnapshots
  /// The number of models that match; nil if the store can't count.
  func fetchCount<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>, for state: EditingState) throws -> Int?
  /// The present state of models, as far as the store can tell.
  func current(_ identifiers: [PersistentIdentifier]) throws -> CurrentSnapshots
  /// Writes all changes or none.
  ///
  /// - Parameter beforeCommit: called when everything is written; if it throws, a transactional store rolls back.
  func save(_ changes: SnapshotChanges, beforeCommit: () throws -> Void) throws -> SavedSnapshots
  func erase() throws
  func begin(_ state: EditingState)
  func end(_ state: EditingState)
}

extension StoreBackend {
  var isTransactional: Bool { false }

  func identifier(ofEntity _: String) -> String { identifier }
}

struct FetchedSnapshots {
  let fetched: [DefaultSnapshot]
  let related: [DefaultSnapshot]
}

/// The present state of models that a context is about to change.
struct CurrentSnapshots {
  var found: [DefaultSnapshot] = []
  var gone: [PersistentIdentifier] = []
}

struct SnapshotChanges {
  var inserted: [DefaultSnapshot] = []
  var updated: [DefaultSnapshot] = []
  var deleted: [DefaultSnapshot] = []
  let state: EditingState

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  /// The changes of some models only.
  func filtered(_ isIncluded: (PersistentIdentifier) -> Bool) -> SnapshotChanges {
    var changes = self
    changes.inserted = inserted.filter { isIncluded($0.persistentIdentifier) }
    changes.updated = updated.filter { isIncluded($0.persistentIdentifier) }
    changes.deleted = deleted.filter { isIncluded($0.persistentIdentifier) }
    return changes
  }
}

struct SavedSnapshots {
  let identifiers: [PersistentIdentifier: PersistentIdentifier]
  /// Models that the store wrote with other values than requested.
  let rewritten: [DefaultSnapshot]
}

/// A store of any type as a backend: converts between its snapshots and default snapshots.
// Sound as `@unchecked Sendable`: the store is only used by the calls of `StoreBackend`, which come one at a time.
final class DataStoreBackend<Store: DataStore>: StoreBackend, @unchecked Sendable {
  let identifier: String
  let schema: Schema
  private let store: Store

  init(_ store: Store) {
    self.store = store
    identifier = store.identifier
    schema = store.schema
  }

  var isTransactional: Bool { store is DefaultStore }
  var sqliteStores: [SQLiteStore] { (store as? DefaultStore).map { [$0.store] } ?? [] }
  var historyStores: [HistoryStore] { HistoryStore(identifier, store).map { [$0] } ?? [] }

  func erase() throws { try store.erase() }
  func begin(_ state: EditingState) { store.initializeState(for: state) }
  func end(_ state: EditingState) { store.invalidateState(for: state) }

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

  /// Nothing for custom stores: what they have cached may be older than the copy.
  func current(_ identifiers: [PersistentIdentifier]) throws -> CurrentSnapshots {
    guard let store = store as? DefaultStore else { return CurrentSnapshots() }
    return try store.current(identifiers)
  }

  /// The class at the root of a subclass's hierarchy, which custom stores are asked for instead.
  private func root(above type: any PersistentModel.Type) -> (any PersistentModel.Type)? {
    guard !(store is DefaultStore), type._$properties.superclass != nil else { return nil }
    return schema.entity(for: type)?.hierarchy.root.modelType
  }

  /// Fetches all models of the hierarchy, and leaves out those of other classes.
  private func fetch<Model: PersistentModel, Root: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>, among _: Root.Type, for state: EditingState
  ) throws -> FetchedSnapshots {
    // Predicate and order are those of the subclass, which the store doesn't know.
    if descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
    if !descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
    let all = try fetch(FetchDescriptor<Root>(), for: state)
    let names = Set(schema.entity(for: Model.self)?.familyNames ?? [])
    let fetched = all.fetched.filter { names.contains($0.entityName) }
    return FetchedSnapshots(
      fetched: fetched.page(offset: descriptor.fetchOffset, limit: descriptor.fetchLimit), related: all.related)
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

  private func snapshot(_ values: DefaultSnapshot) throws -> Store.Snapshot {
    if let same = values as? Store.Snapshot { return same }
    guard let entity = schema.entity(named: values.entityName) else {
      throw SwiftDataError.foreignSnapshot(values.persistentIdentifier, identifier)
    }
    let snapshot = snapshot(values, of: entity.properties.modelType)
    // The model would come back as one of another class.
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
