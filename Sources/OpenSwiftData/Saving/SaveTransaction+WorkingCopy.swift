extension SaveTransaction {
  /// Writes what a context has to save; what belongs to a custom store only after that has written it.
  static func written(by context: ModelContext, on connection: Connection) throws -> SaveTransaction {
    var transaction = SaveTransaction(context, on: connection)
    if let copy = context.store.copy {
      try transaction.run(through: copy)
    } else {
      try transaction.run()
    }
    return transaction
  }

  /// Rehearses, has the custom store write what came out of it, and does it under the identifiers that it gave.
  private mutating func run(through copy: WorkingCopy) throws {
    try takeOverWhatOthersDid(copy)
    let (changes, inserted) = try rehearse()
    guard !changes.isEmpty else { return try run() }
    let awaited = AwaitedIdentifiers(changes.inserted.map(\.persistentIdentifier), lastKeys: try lastKeys())
    let saved = try AwaitedIdentifiers.$current.withValue(awaited) {
      try copy.backend.save(changes, beforeCommit: {})
    }
    do {
      try assignKeys(saved.identifiers, to: inserted, copy.backend)
      try run()
      try take(saved.rewritten)
    } catch {
      // The store has written what the copy has not.
      copy.invalidate()
      throw error
    }
  }

  /// Brings the rows that are about to change in line with the store, so that conflicts are found.
  private mutating func takeOverWhatOthersDid(_ copy: WorkingCopy) throws {
    let identifiers = (context.changed.all + context.deleted.all).map(\.persistentModelID)
    guard !identifiers.isEmpty else { return }
    let current = try copy.backend.current(identifiers)
    var rows = SnapshotRows(context.store, on: connection)
    for identifier in current.gone {
      if let table = context.store.table(for: identifier.entity) { try rows.deleteIfThere(identifier.key, table) }
    }
    try rows.take(current.found)
    announce(rows.changes)
  }

  private func lastKeys() throws -> [EntityIdentity: Int64] {
    let tables = context.store.schema.entities.compactMap { context.store.table(named: $0.name) }
    return try Dictionary(
      tables.map { ($0.identity, try $0.lastKey(on: connection)) }, uniquingKeysWith: { first, _ in first })
  }

  /// What a save would do to the rows, as snapshots, and the models that would become rows.
  private func rehearse() throws -> (SnapshotChanges, [any PersistentModel]) {
    var snapshots = SnapshotChanges(state: context.editingState)
    var rehearsal = SaveTransaction(context, on: connection)
    try connection.withUndoneSavepoint {
      try rehearsal.run()
      var rows = RowSnapshots(context.store, on: connection)
      for (model, entity, key) in rehearsal.insertedKeys {
        rows.identifiers[PersistentIdentifier(entity: entity, key: key)] = model.persistentModelID
      }
      snapshots.inserted = try rehearsal.rows(.insert).compactMap { try rows.snapshot($1, $0) }
      snapshots.updated = try rehearsal.rows(.update).compactMap { try rows.snapshot($1, $0) }
    }
    let rows = RowSnapshots(context.store, on: connection)
    snapshots.deleted = try rehearsal.rows(.delete).compactMap { try rows.snapshot($1, $0) }
    return (snapshots, rehearsal.insertedKeys.map(\.model))
  }

  /// The rows that were changed in one way, each once; one that was inserted was not updated as well.
  private func rows(_ kind: ModelChanges.Kind) -> [(EntityTable, Int64)] {
    var seen = Set(kind == .update ? changes.identifiers(.insert) + changes.identifiers(.delete) : [])
    return changes.identifiers(kind).compactMap { identifier in
      guard seen.insert(identifier).inserted, let table = context.store.table(for: identifier.entity) else {
        return nil
      }
      return (table, identifier.key)
    }
  }

  private mutating func assignKeys(
    _ identifiers: [PersistentIdentifier: PersistentIdentifier], to models: [any PersistentModel],
    _ store: any StoreBackend
  ) throws {
    for model in models {
      guard let permanent = identifiers[model.persistentModelID], !permanent.isTemporary,
        try table(of: model).identity == permanent.entity
      else { throw SwiftDataError.missingIdentifier(model, store.identifier) }
      assignedKeys[ObjectIdentifier(model)] = permanent.key
    }
  }

  /// Takes over the values that the store made of its own.
  private mutating func take(_ snapshots: [DefaultSnapshot]) throws {
    guard !snapshots.isEmpty else { return }
    var rows = SnapshotRows(context.store, on: connection)
    try rows.take(snapshots)
    token = try context.store.history.append(rows.changes, author: context.author, on: connection)
    announce(rows.changes)
  }

  /// Announces to the context and to everybody else what the store did.
  private mutating func announce(_ others: ModelChanges) {
    for run in others.runs {
      changes.append(run)
      consequences.append(run)
    }
  }
}
