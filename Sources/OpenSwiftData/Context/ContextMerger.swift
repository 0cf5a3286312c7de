/// Brings the registered models of a context up to date with what other contexts and processes committed.
///
/// Unsaved changes stay; observers are told of the properties that differ.
final class ContextMerger {
  private let store: SQLiteStore
  private let link: ContextLink
  private let connection: ContextConnection
  private let identityMap: IdentityMap
  private let pending: PendingChanges
  private let materializer: RowMaterializer
  private let relationships: RelationshipReader

  init(
    _ store: SQLiteStore, _ link: ContextLink, _ connection: ContextConnection, _ identityMap: IdentityMap,
    _ pending: PendingChanges, _ materializer: RowMaterializer, _ relationships: RelationshipReader
  ) {
    self.store = store
    self.link = link
    self.connection = connection
    self.identityMap = identityMap
    self.pending = pending
    self.materializer = materializer
    self.relationships = relationships
  }

  /// Merges the changes in the link's inbox.
  ///
  /// - Complexity: one look-up by key for each registered model that was changed.
  func mergeCommits() {
    let waiting = link.takeChanges()
    guard !waiting.isEmpty else { return }
    pending.appendedList.forget()
    do {
      try connection.read { connection in try connection.withReadTransaction { merge(waiting, on: connection) } }
    } catch {
      // The store can't be read now: models keep their values until the next attempt.
      link.putBack(waiting)
    }
  }

  func merge(_ changes: ModelChanges) {
    link.receive(changes)
    mergeCommits()
  }

  private func merge(_ waiting: [ModelChanges], on connection: Connection) {
    let runs = waiting.contains(where: \.isEverything) ? runsOfRegisteredModels : compactRuns(of: waiting)
    var lists = ChangedLists()
    for run in runs { merge(run, &lists, on: connection) }
    // Last come lists that are not changed here: they show their members, merged by then.
    for (model, relation) in lists.changedHere + lists.others where model._$record.state != .deleted {
      try? relationships.mergeList(relation, of: model, on: connection)
    }
  }

  /// What happened to old rows: each is read once for all changes of the same properties, though hundreds of transactions
  /// may have made them, as the portions of an import change the tags.
  private func compactRuns(of waiting: [ModelChanges]) -> [ModelChanges.Run] {
    var changes = ModelChanges()
    for run in waiting.lazy.flatMap(\.runs) where run.kind != .insert { changes.append(run) }
    changes.compact()
    return changes.runs
  }

  /// The lists of registered models that others changed.
  private struct ChangedLists {
    var changedHere: [(any PersistentModel, Relation)] = []
    var others: [(any PersistentModel, Relation)] = []
  }

  /// One run for all properties of every registered model.
  private var runsOfRegisteredModels: [ModelChanges.Run] {
    identityMap.largestKeys.compactMap { entity, key in
      guard let table = store.table(for: entity) else { return nil }
      return ModelChanges.Run(
        entity: entity, kind: .update, keys: 1...key, properties: table.storedNames)
    }
  }

  private func merge(_ run: ModelChanges.Run, _ lists: inout ChangedLists, on connection: Connection) {
    guard let table = store.table(for: run.entity) else { return }
    for (key, model) in identityMap.models(run.entity, in: run.keys) where key > 0 && model._$record.state != .inserted
    {
      // An unreadable row leaves only its own model as it was.
      let changed = run.kind == .update ? run.properties : nil
      guard let isThere = try? materializer.refresh(model, table, changed: changed, on: connection) else {
        // The next change brings all of it.
        model._$record.setPartial(true)
        continue
      }
      // With unsaved changes it stays: the save reports that the row is gone.
      if !isThere, !model._$record.isDirty { materializer.becomeDeleted(model) }
      guard model._$record.state != .deleted else { continue }
      let relations = (try? store.table(for: type(of: model)))?.relations ?? []
      for relation in relations where relation.isToMany && run.properties.contains(relation.property.storedName) {
        if model._$record.originalList(relation.slot) == nil {
          lists.others.append((model, relation))
        } else {
          lists.changedHere.append((model, relation))
        }
      }
    }
  }
}
