/// A save over a custom store: tried on the copy, written by the store, then made under the store's identifiers.
struct CustomStoreSave {
  private let context: ModelContext
  private let copy: WorkingCopy
  private let state: EditingState
  private let keys: SaveKeys
  private let connection: Connection

  init(
    _ context: ModelContext, _ copy: WorkingCopy, _ state: EditingState, _ keys: SaveKeys, on connection: Connection
  ) {
    self.context = context
    self.copy = copy
    self.state = state
    self.keys = keys
    self.connection = connection
  }

  private var store: SQLiteStore { context.store }

  func write() throws -> SaveOutcome {
    let others = try mergeStoreChanges()
    let (changes, inserted) = try dryRun()
    guard !changes.isEmpty else { return try writeRows(after: others) }
    let awaited = AwaitedIdentifiers(changes.inserted.map(\.persistentIdentifier), lastKeys: try lastKeys())
    let saved = try AwaitedIdentifiers.$current.withValue(awaited) {
      try copy.backend.save(changes, beforeCommit: {})
    }
    do {
      let assigned = try assignedKeys(saved.identifiers, of: inserted)
      var outcome = try writeRows(after: others, assigned)
      try apply(saved.rewritten, &outcome)
      return outcome
    } catch {
      // The store has written what the copy has not.
      copy.invalidate()
      throw error
    }
  }

  private func writeRows(
    after others: ModelChanges = ModelChanges(), _ assignedKeys: [ObjectIdentifier: Int64] = [:]
  ) throws -> SaveOutcome {
    var planner = SavePlanner(context, keys, assignedKeys: assignedKeys, on: connection)
    var writer = SaveWriter(try planner.plan(), after: others, on: connection)
    return try writer.write()
  }

  /// Updates the rows that are about to change from the store, so that conflicts are found.
  private func mergeStoreChanges() throws -> ModelChanges {
    let identifiers = (context.pending.changed.all + context.pending.deleted.all).map(\.persistentModelID)
    guard !identifiers.isEmpty else { return ModelChanges() }
    let current = try copy.backend.current(identifiers)
    var rows = SnapshotWriter(store, on: connection)
    for identifier in current.gone {
      if let table = store.table(for: identifier.entity) { try rows.deleteIfThere(identifier.key, table) }
    }
    try rows.apply(current.found)
    return rows.changes
  }

  private func lastKeys() throws -> [EntityIdentity: Int64] {
    let tables = store.schema.entities.compactMap { store.table(named: $0.name) }
    return try Dictionary(
      tables.map { ($0.identity, try $0.lastKey(on: connection)) }, uniquingKeysWith: { first, _ in first })
  }

  /// What a save would do to the rows, as snapshots, and the models that would become rows.
  private func dryRun() throws -> (SnapshotChanges, [any PersistentModel]) {
    var snapshots = SnapshotChanges(state: state)
    let outcome = try connection.withRolledBackSavepoint {
      let outcome = try writeRows()
      var rows = SnapshotReader(store, on: connection)
      for row in outcome.insertions {
        let identifier = PersistentIdentifier(entity: row.table.identity, key: row.key)
        rows.identifiers[identifier] = row.model.persistentModelID
      }
      snapshots.inserted = try self.rows(.insert, outcome.changes).compactMap { try rows.snapshot($1, $0) }
      snapshots.updated = try self.rows(.update, outcome.changes).compactMap { try rows.snapshot($1, $0) }
      return outcome
    }
    let rows = SnapshotReader(store, on: connection)
    snapshots.deleted = try self.rows(.delete, outcome.changes).compactMap { try rows.snapshot($1, $0) }
    return (snapshots, outcome.insertions.map(\.model))
  }

  /// The rows that were changed in one way, each once; those that were inserted do not count as updated.
  private func rows(_ kind: ModelChanges.Kind, _ changes: ModelChanges) -> [(EntityTable, Int64)] {
    var seen = Set(kind == .update ? changes.identifiers(.insert) + changes.identifiers(.delete) : [])
    return changes.identifiers(kind).compactMap { identifier in
      guard seen.insert(identifier).inserted, let table = store.table(for: identifier.entity) else { return nil }
      return (table, identifier.key)
    }
  }

  private func assignedKeys(
    _ identifiers: [PersistentIdentifier: PersistentIdentifier], of models: [any PersistentModel]
  ) throws -> [ObjectIdentifier: Int64] {
    var keys: [ObjectIdentifier: Int64] = [:]
    for model in models {
      guard let permanent = identifiers[model.persistentModelID], !permanent.isTemporary,
        try store.table(for: type(of: model)).identity == permanent.entity
      else { throw SwiftDataError.missingIdentifier(model, copy.backend.identifier) }
      keys[ObjectIdentifier(model)] = permanent.key
    }
    return keys
  }

  /// Applies the values that the store changed itself.
  private func apply(_ snapshots: [DefaultSnapshot], _ outcome: inout SaveOutcome) throws {
    guard !snapshots.isEmpty else { return }
    var rows = SnapshotWriter(store, on: connection)
    try rows.apply(snapshots)
    let token = try store.history.append(rows.changes, author: context.author, on: connection)
    outcome.append(rows.changes, token: token)
  }
}
