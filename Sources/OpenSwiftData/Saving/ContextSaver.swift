import Foundation

/// Saves a context: plans (`SavePlanner`), writes (`SaveWriter`), applies the `SaveOutcome` and announces it.
final class ContextSaver {
  private var isSaving = false

  /// See `ModelContext.save()`.
  func save(_ context: ModelContext) throws {
    guard !isSaving else { return }
    context.link.mergeCommits()
    if !context.link.hasExecutor { context.tracker.recorder?.endTurn() }
    guard context.hasChanges else { return }
    guard let outcome = try announceAndWrite(context) else { return }
    // An exclusive transaction announces its saves when it is committed.
    let isCommitted = context.connection.exclusive == nil
    if isCommitted { context.store.hub.publish(outcome.changes, from: context.subscription) }
    if !outcome.cascadedChanges.isEmpty { context.merger.merge(outcome.cascadedChanges) }
    if isCommitted { context.postDidSave(outcome.changes, token: outcome.token) }
  }

  /// - Returns: nil if an observer of `willSave` rolled back.
  private func announceAndWrite(_ context: ModelContext) throws -> SaveOutcome? {
    isSaving = true
    defer { isSaving = false }
    return try context.autosave.whilePaused {
      context.postWillSave()
      guard context.hasChanges else { return nil }
      let outcome = try write(context)
      apply(outcome, to: context)
      return outcome
    }
  }

  private func write(_ context: ModelContext) throws -> SaveOutcome {
    let customStore = context.customStore
    try customStore?.prepareToSave(author: context.author)
    let keys = SaveKeys()
    var identifiers: IssuedIdentifiers?
    let outcome = try context.connection.write { connection in
      let outcome = try customStore?.save(context, keys, on: connection) ?? plainSave(context, keys, on: connection)
      identifiers = IssuedIdentifiers(outcome, isOfCustomStore: customStore != nil)
      identifiers?.resolve()
      return outcome
    } onRollback: {
      identifiers?.rollBack()
    }
    context.connection.exclusive?.note(outcome.changes, token: outcome.token, identifiers)
    return outcome
  }

  private func plainSave(
    _ context: ModelContext, _ keys: SaveKeys, on connection: Connection
  ) throws -> SaveOutcome {
    var planner = SavePlanner(context, keys, on: connection)
    var writer = SaveWriter(try planner.plan(), on: connection)
    return try writer.write()
  }

  private func apply(_ outcome: SaveOutcome, to context: ModelContext) {
    let pending = context.pending
    context.pending.appendedList.forget()
    replaceKeys(in: pending.inserted.all, outcome.keys, context.store)
    replaceKeys(in: pending.changed.all, outcome.keys, context.store)
    context.tracker.recorder?.noteSave(outcome)
    for row in outcome.insertions { becomeRow(row, context.identityMap) }
    for upsert in outcome.upserts { apply(upsert, context) }
    for model in pending.changed.all { model._$record.becomeClean() }
    context.relationships.forgetLongLists(of: pending.inserted.all + pending.changed.all)
    let deleted = pending.deleted.all
    pending.removeAll()
    context.tracker.watchChanges()
    for model in deleted { context.materializer.becomeDeleted(model) }
    context.relationships.forgetOverlaidLists()
    context.autosave.settle()
  }

  private func becomeRow(_ row: SavePlan.Insertion, _ identityMap: IdentityMap) {
    let (record, entity) = (row.model._$record, row.table.identity)
    if record.key < 0 { identityMap.remove(entity, record.key) }
    record.becomePermanent(entity: entity, key: row.key)
    record.becomeClean()
    identityMap.register(row.model, entity, row.key)
  }

  /// Replaces temporary keys, and those of former rows, by the keys of the rows.
  private func replaceKeys(in models: [any PersistentModel], _ keys: SaveKeys, _ store: SQLiteStore) {
    for model in models {
      let record = model._$record
      for property in type(of: model)._$properties.relationships {
        let old = record.relation(property).keys
        guard keys.haveFormerRows ? !old.isEmpty : old.contains(where: { $0 < 0 }) else { continue }
        // A new model may have updated a row that is in the list already.
        let new = old.compactMap { keys.storedKey(of: $0, store.identity(of: property.target)) }.uniqued
        record.setRelation(property.isToMany ? .many(new) : .one(new.first ?? 0), property)
      }
    }
  }

  /// Makes an upserted model the instance of its row.
  ///
  /// If the row has an instance already, that one stays and shows the new values, and the upserted model leaves the
  /// context with its values and the identifier of the row.
  private func apply(_ upsert: SavePlan.Upsert, _ context: ModelContext) {
    let (record, entity) = (upsert.model._$record, upsert.table.identity)
    guard context.identityMap.model(entity, upsert.key) == nil else {
      context.graph.detach(upsert.model)
      return record.becomePermanent(entity: entity, key: upsert.key)
    }
    context.identityMap.unregister(upsert.model, entity)
    record.becomePermanent(entity: entity, key: upsert.key)
    record.becomeClean()
    // The row may have more relationships than the new model had.
    record.setRelations([])
    record.becomeFault()
    context.identityMap.register(upsert.model, entity, upsert.key)
  }
}
