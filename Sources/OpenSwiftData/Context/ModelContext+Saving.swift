import Foundation

extension ModelContext {
  /// Writes all changes in one transaction: after it returns they are on disk, and if it throws none of them is.
  ///
  /// A failed save leaves the context as it was: the changes are still there, to be saved again or rolled back.
  ///
  /// - Throws: `StoreError` for trouble with the store, `SwiftDataError` for values that break a rule.
  public func save() throws {
    mergePendingChanges()
    guard hasChanges else { return }
    postWillSave()
    let saved = try store.write { connection in
      var transaction = SaveTransaction(self, on: connection)
      do {
        try transaction.run()
      } catch let error as SQLiteError where error.isUniqueViolation {
        throw SwiftDataError.uniqueConstraint
      }
      return transaction
    }
    finish(saved)
    store.hub.publish(saved.changes, from: link)
    postDidSave(saved.changes, token: saved.token)
    guard !saved.consequences.isEmpty else { return }
    link.receive(saved.consequences)
    mergePendingChanges()
  }

  /// Runs the block and saves; if either throws, everything unsaved in the context is rolled back.
  public func transaction(block: () throws -> Void) throws {
    do {
      try block()
      try save()
    } catch {
      rollback()
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
    settleRelationships(of: inserted.all + changed.all)
    for (model, entity, key) in saved.insertedKeys {
      let record = model._$record
      if record.key < 0 { identityMap.remove(entity, record.key) }
      record.becomePermanent(entity: entity, key: key)
      record.becomeClean()
      identityMap.register(model, entity, key)
    }
    for model in changed.all { model._$record.becomeClean() }
    let gone = deleted.all
    inserted.removeAll()
    changed.removeAll()
    deleted.removeAll()
    for model in gone { becomeDeleted(model) }
  }

  /// Replaces the temporary keys in relationships by those of the rows.
  private func settleRelationships(of models: [any PersistentModel]) {
    for model in models {
      let record = model._$record
      for property in type(of: model)._$properties.relationships {
        let keys = record.relation(property).keys
        guard keys.contains(where: { $0 < 0 }) else { continue }
        let settled = keys.map { $0 < 0 ? keyInSave(of: $0, property.target) ?? 0 : $0 }
        record.setRelation(property.isToMany ? .many(settled) : .one(settled[0]), property)
      }
    }
  }
}
