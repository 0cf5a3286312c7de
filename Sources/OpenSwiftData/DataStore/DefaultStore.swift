import Foundation

/// The SQLite store of a `ModelConfiguration`.
///
/// The contexts of a container read and write its rows without snapshots. As a `DataStore` it can also be part of a
/// custom store, which passes requests on to it.
///
/// Source: SwiftData, `DefaultStore`.
public final class DefaultStore: DataStore {
  /// The type of its snapshots.
  public typealias Snapshot = DefaultSnapshot

  /// The configuration that the store was made from.
  public let configuration: ModelConfiguration
  /// The name of the configuration.
  public var name: String { configuration.name }
  /// The models that it stores.
  public var schema: Schema { store.schema }
  /// The name of the store in identifiers, made with its file.
  public var identifier: String { store.history.storeIdentifier }

  let store: SQLiteStore

  /// Opens the store, creates it if there is none, and migrates it if it has an older schema.
  ///
  /// - Throws: `StoreError`, `SwiftDataError.loadIssueModelContainer` for a configuration without a schema.
  public init(_ configuration: ModelConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
    guard let schema = configuration.schema else { throw SwiftDataError.missingSchema(configuration.name) }
    self.configuration = configuration
    store = try SQLiteStore(schema: schema, configuration: configuration, migrationPlan: migrationPlan)
  }

  /// Deletes all models and the history, and frees the space.
  public func erase() throws {
    try store.deleteAllRows(forgetsHistory: true)
    try store.vacuum()
  }

  /// The models that a descriptor describes.
  public func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
    let keys = try ModelContext(store: store).fetch(request.descriptor).map { $0._$record.key }
    let table = try store.table(for: T.self)
    let snapshots = try store.read { connection in
      let rows = SnapshotReader(self.store, on: connection)
      return try connection.withReadTransaction { try keys.compactMap { try rows.snapshot($0, table) } }
    }
    return DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: snapshots)
  }

  /// The number of models that a fetch would return.
  public func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
    try ModelContext(store: store).fetchCount(request.descriptor)
  }

  /// The identifiers of the models that a fetch would return.
  public func fetchIdentifiers<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier] { try ModelContext(store: store).fetchIdentifiers(request.descriptor) }

  /// Snapshots of the rows that exist.
  public func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: DefaultSnapshot] {
    let snapshots = try current(persistentIdentifiers).found
    return Dictionary(snapshots.map { ($0.persistentIdentifier, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Snapshots of the rows that exist, and the identifiers of those that are gone.
  func current(_ identifiers: [PersistentIdentifier]) throws -> CurrentSnapshots {
    try store.read { connection in
      let rows = SnapshotReader(self.store, on: connection)
      return try connection.withReadTransaction {
        try identifiers.map(\.resolved).reduce(into: CurrentSnapshots()) { current, identifier in
          if let row = try self.store.table(for: identifier.entity).flatMap({ try rows.snapshot(identifier.key, $0) }) {
            current.found.append(row)
          } else {
            current.gone.append(identifier)
          }
        }
      }
    }
  }

  /// Writes snapshots in one transaction, without applying delete rules, which contexts do.
  public func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: try save(request, beforeCommit: {}))
  }

  /// Writes the changes as a part of a save of several stores.
  func save(_ changes: SnapshotChanges, beforeCommit: () throws -> Void) throws -> SavedSnapshots {
    let request = DataStoreSaveChangesRequest(
      inserted: changes.inserted, updated: changes.updated, deleted: changes.deleted, editingState: changes.state)
    return SavedSnapshots(identifiers: try save(request, beforeCommit: beforeCommit), rewritten: [])
  }

  private func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>, beforeCommit: () throws -> Void
  ) throws -> [PersistentIdentifier: PersistentIdentifier] {
    var paired: [PersistentIdentifier: PersistentIdentifier] = [:]
    do {
      let (changes, identifiers) = try store.write { connection in
        let saved = try SnapshotSave(request: request, store: self.store, connection: connection).run()
        paired = saved.1.filter(\.key.isTemporary)
        // Before anybody can see the rows.
        for (temporary, permanent) in paired { TemporaryIdentifiers.pair(temporary, with: permanent) }
        try beforeCommit()
        return saved
      }
      store.hub.publish(changes)
      return identifiers
    } catch {
      for (temporary, permanent) in paired { TemporaryIdentifiers.unpair(temporary, from: permanent) }
      throw error
    }
  }
}

/// Writes the changes of a request into the rows of a store.
private struct SnapshotSave {
  let request: DataStoreSaveChangesRequest<DefaultSnapshot>
  let store: SQLiteStore
  let connection: Connection

  /// Returns the changed rows, and the permanent identifiers of the new ones.
  func run() throws -> (ModelChanges, [PersistentIdentifier: PersistentIdentifier]) {
    do {
      let identifiers = try newIdentifiers()
      let changes = try write(identifiers)
      try store.history.append(changes, author: request.editingState.author, on: connection)
      return (changes, identifiers)
    } catch let error as SQLiteError where error.isUniqueViolation {
      throw SwiftDataError.uniqueConstraint(error)
    }
  }

  private func write(_ identifiers: [PersistentIdentifier: PersistentIdentifier]) throws -> ModelChanges {
    var rows = SnapshotWriter(store, on: connection)
    for snapshot in request.deleted {
      let identifier = snapshot.persistentIdentifier.resolved
      guard let table = store.table(for: identifier.entity) else { continue }
      try rows.delete([identifier.key], table)
    }
    for snapshot in request.updated { try checkExists(snapshot.persistentIdentifier.resolved) }
    try rows.apply((request.inserted + request.updated).map { remapped($0, identifiers) })
    return rows.changes
  }

  /// Updating a row that was deleted in the meantime must not bring it back.
  private func checkExists(_ identifier: PersistentIdentifier) throws {
    guard let table = store.table(for: identifier.entity) else { return }
    guard try table.contains(identifier.key, on: connection) else { throw SwiftDataError.rowGone(identifier) }
  }

  /// The identifiers of the inserted snapshots: each gets a key that no row ever had, or keeps its permanent one.
  private func newIdentifiers() throws -> [PersistentIdentifier: PersistentIdentifier] {
    var identifiers: [PersistentIdentifier: PersistentIdentifier] = [:]
    var lastKeys: [EntityIdentity: Int64] = [:]
    for snapshot in request.inserted {
      guard let table = store.table(named: snapshot.persistentIdentifier.entityName) else {
        throw SwiftDataError.foreignSnapshot(snapshot.persistentIdentifier, store.history.storeIdentifier)
      }
      let own = snapshot.persistentIdentifier.resolved
      if !own.isTemporary, own.entity == table.identity {
        identifiers[snapshot.persistentIdentifier] = own
        continue
      }
      let last = try lastKeys[table.identity] ?? table.lastKey(on: connection)
      let key = try EntityTable.key(after: last, in: store)
      lastKeys[table.identity] = key
      identifiers[snapshot.persistentIdentifier] = PersistentIdentifier(entity: table.identity, key: key)
    }
    return identifiers
  }

  private func remapped(
    _ snapshot: DefaultSnapshot, _ identifiers: [PersistentIdentifier: PersistentIdentifier]
  ) -> DefaultSnapshot {
    let identifier = snapshot.persistentIdentifier
    return snapshot.copy(
      persistentIdentifier: identifiers[identifier] ?? identifier.resolved, remappedIdentifiers: identifiers)
  }
}

extension DefaultStore: DataStoreBatching {
  /// Deletes the models that match, and applies their delete rules.
  public func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
    let context = ModelContext(store: store)
    context.author = request.editingState.author
    for model in try context.fetch(FetchDescriptor<T>(predicate: request.predicate)) { context.delete(model) }
    try context.save()
  }
}

extension DefaultStore: HistoryProviding {
  /// The type of the store's transactions.
  public static var historyType: DefaultHistoryTransaction.Type { DefaultHistoryTransaction.self }

  /// The transactions that a descriptor describes.
  public func fetchHistory(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws -> [DefaultHistoryTransaction] { try ModelContext(store: store).fetchHistory(descriptor) }

  /// Deletes the transactions that a descriptor describes.
  public func deleteHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
    try ModelContext(store: store).deleteHistory(descriptor)
  }
}
