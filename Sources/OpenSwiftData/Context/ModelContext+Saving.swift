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
    let written = try store.write { connection in try self.writeChanges(on: connection) }
    finish(written)
    store.hub.publish(written.changes, from: link)
    postDidSave(written.changes, token: written.token)
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

  /// The outcome of a transaction that is about to be committed.
  private struct Written {
    var changes = ModelChanges()
    var token: Int64 = 0
    var insertedKeys: [(any PersistentModel, EntityIdentity, Int64)] = []
  }

  private func writeChanges(on connection: Connection) throws -> Written {
    var written = Written()
    do {
      try writeInserts(to: &written, on: connection)
      try writeUpdates(to: &written, on: connection)
      try writeDeletions(to: &written, on: connection)
      written.changes.compact()
      written.token = try store.history.append(written.changes, author: author, on: connection)
    } catch let error as SQLiteError where error.isUniqueViolation {
      throw SwiftDataError.uniqueConstraint
    }
    return written
  }

  private func writeInserts(to written: inout Written, on connection: Connection) throws {
    for model in inserted.all {
      let table = try store.table(for: type(of: model))
      let key = try table.insert(model, on: connection)
      written.insertedKeys.append((model, table.identity, key))
      written.changes.append(.insert, table.identity, key)
    }
  }

  private func writeUpdates(to written: inout Written, on connection: Connection) throws {
    for model in changed.all {
      let table = try store.table(for: type(of: model))
      try table.update(model, on: connection)
      let names = table.changedProperties(of: model).map(\.name)
      written.changes.append(.update, table.identity, model._$record.key, properties: names)
    }
  }

  private func writeDeletions(to written: inout Written, on connection: Connection) throws {
    for model in deleted.all {
      let table = try store.table(for: type(of: model))
      try store.history.preserveValues(of: model._$record.key, in: table, on: connection)
      try table.delete(model, on: connection)
      written.changes.append(.delete, table.identity, model._$record.key)
    }
  }

  /// Brings the models in line with what was committed.
  private func finish(_ written: Written) {
    for (model, entity, key) in written.insertedKeys {
      model._$record.becomePermanent(entity: entity, key: key)
      model._$record.becomeClean()
      identityMap.register(model, entity, key)
    }
    for model in changed.all { model._$record.becomeClean() }
    let gone = deleted.all
    inserted.removeAll()
    changed.removeAll()
    deleted.removeAll()
    for model in gone { becomeDeleted(model) }
  }
}
