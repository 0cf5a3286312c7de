/// The SQLite store of a `ModelConfiguration`.
///
/// A container uses it without snapshots: its contexts read and write the rows. As a `DataStore` it can be part of a
/// store of one's own, which passes requests on to it.
///
/// Source: SwiftData, `DefaultStore`.
public final class DefaultStore: DataStore {
  /// What carries the values.
  public typealias Snapshot = DefaultSnapshot

  /// What the store was made from.
  public let configuration: ModelConfiguration
  /// The name of the configuration.
  public var name: String { configuration.name }
  /// The models that it keeps.
  public var schema: Schema { store.schema }
  /// What the store is called in identifiers: made when its file was.
  public var identifier: String { store.history.storeIdentifier }

  let store: SQLiteStore

  /// Opens the store, creates it if there is none, and migrates it if it is older.
  ///
  /// - Throws: `StoreError`, `SwiftDataError.loadIssueModelContainer` for a configuration without a schema.
  public init(_ configuration: ModelConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
    guard let schema = configuration.schema else { throw SwiftDataError.missingSchema(configuration.name) }
    self.configuration = configuration
    store = try SQLiteStore(schema: schema, configuration: configuration, migrationPlan: migrationPlan)
  }

  /// Deletes all models and the history, and gives the space back.
  public func erase() throws {
    try store.deleteAllRows(forgetsHistory: true)
    try store.vacuum()
  }

  /// The models that a descriptor asks for.
  public func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
    let keys = try ModelContext(store: store).fetch(request.descriptor).map(\._$record.key)
    let table = try store.table(for: T.self)
    let snapshots = try store.read { connection in
      let rows = RowSnapshots(self.store, on: connection)
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

  /// Writes snapshots in one transaction; delete rules are the business of contexts.
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
        let saved = try SnapshotSave(request, self.store, on: connection).run()
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

  /// Snapshots of the rows, as far as there are any.
  public func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: DefaultSnapshot] {
    let snapshots = try current(persistentIdentifiers).found
    return Dictionary(snapshots.map { ($0.persistentIdentifier, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The rows that there are, and which are gone.
  func current(_ identifiers: [PersistentIdentifier]) throws -> CurrentSnapshots {
    try store.read { connection in
      let rows = RowSnapshots(self.store, on: connection)
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
}
