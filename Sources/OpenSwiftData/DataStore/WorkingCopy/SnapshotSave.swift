/// The changes of a request, written into the rows of a store.
struct SnapshotSave {
  private let request: DataStoreSaveChangesRequest<DefaultSnapshot>
  private let store: SQLiteStore
  private let connection: Connection

  init(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>, _ store: SQLiteStore, on connection: Connection) {
    self.request = request
    self.store = store
    self.connection = connection
  }

  /// - Returns: what was changed, and the permanent identifiers of the new rows.
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
    var rows = SnapshotRows(store, on: connection)
    for snapshot in request.deleted {
      let identifier = snapshot.persistentIdentifier.resolved
      guard let table = store.table(for: identifier.entity) else { continue }
      try rows.delete([identifier.key], table)
    }
    for snapshot in request.updated { try checkIsThere(snapshot.persistentIdentifier.resolved) }
    try rows.take((request.inserted + request.updated).map { remapped($0, identifiers) })
    return rows.changes
  }

  /// A row that somebody deleted does not come back by being changed.
  private func checkIsThere(_ identifier: PersistentIdentifier) throws {
    guard let table = store.table(for: identifier.entity) else { return }
    let isThere = try connection.integer(
      "SELECT EXISTS(SELECT 1 FROM \(table.name) WHERE \(EntityTable.keyColumn) = ?)", [.integer(identifier.key)])
    guard isThere == 1 else { throw SwiftDataError.rowGone(identifier) }
  }

  /// The identifiers of the inserted snapshots; each gets a key that no row ever had, or its own one back.
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
