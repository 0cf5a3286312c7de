import Foundation

extension ModelContext {
  /// Writes all changes in one transaction: after it returns they are on disk, and if it throws none of them is.
  ///
  /// A failed save leaves the context as it was: the changes are still there, to be saved again or rolled back.
  ///
  /// Inside of a save, in an observer of `willSave`, it does nothing: the save that runs writes everything.
  ///
  /// - Throws: `StoreError` for trouble with the store, `SwiftDataError` for values that break a rule or rows that are
  ///   gone, `MergeConflict` if `mergePolicy` is `.error` and others changed the same.
  public func save() throws {
    guard !isSaving else { return }
    mergePendingChanges()
    endUndoEventIfUnbound()
    if exclusive != nil {
      if hasChanges { try saveExclusively() }
      return
    }
    guard hasChanges, let saved = try announceAndWrite() else { return }
    store.hub.publish(saved.changes, from: subscription)
    if !saved.consequences.isEmpty {
      link.receive(saved.consequences)
      mergePendingChanges()
    }
    postDidSave(saved.changes, token: saved.token)
  }

  /// - Returns: nil if there is nothing left to write, because an observer of `willSave` rolled back.
  func announceAndWrite() throws -> SaveTransaction? {
    isSaving = true
    defer { isSaving = false }
    postWillSave()
    guard hasChanges else { return nil }
    let saved = try writeChanges()
    finish(saved)
    return saved
  }

  private func writeChanges() throws -> SaveTransaction {
    try prepareCopy()
    var identifiers: HandedOutIdentifiers?
    let saved = try write { connection in
      let transaction = try SaveTransaction.written(by: self, on: connection)
      identifiers = transaction.resolveIdentifiers()
      return transaction
    } orTakeBack: {
      identifiers?.forget()
    }
    exclusive?.note(saved, identifiers)
    return saved
  }

  /// Runs a write transaction, or a part of the exclusive one that runs.
  ///
  /// - Parameter takeBack: called if it fails, before anybody else can write.
  private func write<Result>(
    _ body: (Connection) throws -> Result, orTakeBack takeBack: () -> Void
  ) throws -> Result {
    guard let exclusive else { return try store.write(body, orTakeBack: takeBack) }
    do {
      return try exclusive.write { try store.write(within: exclusive.connection, body) }
    } catch {
      takeBack()
      throw error
    }
  }

  /// The key that the save which runs gives to a model that has no row yet.
  func keyInSave(of temporary: Int64, _ type: any PersistentModel.Type) -> Int64? {
    guard let entity = store.identity(of: type) else { return nil }
    return identityMap.model(entity, temporary)?._$record.keyInSave
  }

  /// Brings the models in line with what was committed.
  private func finish(_ saved: SaveTransaction) {
    listAtHand = nil
    settleRelationships(of: inserted.all)
    settleRelationships(of: changed.all)
    noteSavedForUndo(saved)
    for (model, entity, key) in saved.insertedKeys {
      let record = model._$record
      if record.key < 0 { identityMap.remove(entity, record.key) }
      record.becomePermanent(entity: entity, key: key)
      record.becomeClean()
      identityMap.register(model, entity, key)
    }
    finish(saved.upserts)
    for model in changed.all { model._$record.becomeClean() }
    forgetLongLists(of: inserted.all + changed.all)
    let gone = deleted.all
    inserted.removeAll()
    changed.removeAll()
    deleted.removeAll()
    watchChanges()
    batchDeletions.removeAll()
    for model in gone { becomeDeleted(model) }
    forgetOverlaidLists()
    autosave.settle()
  }

  /// Replaces the temporary keys in relationships by those of the rows.
  private func settleRelationships(of models: [any PersistentModel]) {
    for model in models {
      let record = model._$record
      for property in type(of: model)._$properties.relationships {
        let keys = record.relation(property).keys
        guard keys.contains(where: { $0 < 0 }) else { continue }
        // A new model may have been that of a row which is in the list already.
        let unique = keys.compactMap { $0 < 0 ? keyInSave(of: $0, property.target) : $0 }.uniqued
        record.setRelation(property.isToMany ? .many(unique) : .one(unique.first ?? 0), property)
      }
    }
  }
}
