extension ModelContext {
  /// Takes over what other contexts and processes committed, for the models that are registered here.
  ///
  /// - Complexity: one look-up by key for each registered model that was changed.
  func mergePendingChanges() {
    let waiting = link.takeChanges()
    guard !waiting.isEmpty else { return }
    listAtHand = nil
    do {
      try read { connection in try connection.withReadTransaction { self.merge(waiting, on: connection) } }
    } catch {
      // The store can't be read now: the models keep their values until the next attempt.
      link.putBack(waiting)
    }
  }

  private func merge(_ waiting: [ModelChanges], on connection: Connection) {
    let runs = waiting.contains(where: \.isEverything) ? runsOfRegisteredModels : waiting.flatMap(\.runs)
    var lists = WaitingLists()
    for run in runs where run.kind != .insert { merge(run, &lists, on: connection) }
    // The lists that were not changed here come last: they follow what their members say, merged.
    for (model, relation) in lists.changedHere + lists.others where model._$record.state != .deleted {
      try? mergeList(relation, of: model, on: connection)
    }
  }

  /// The lists that others changed of models that are registered here.
  private struct WaitingLists {
    var changedHere: [(any PersistentModel, Relation)] = []
    var others: [(any PersistentModel, Relation)] = []
  }

  /// What may have changed if anything may have changed: every property of every registered model.
  private var runsOfRegisteredModels: [ModelChanges.Run] {
    identityMap.largestKeys.compactMap { entity, key in
      guard let table = store.table(for: entity) else { return nil }
      return ModelChanges.Run(
        entity: entity, kind: .update, keys: 1...key, properties: table.storedNames)
    }
  }

  private func merge(_ run: ModelChanges.Run, _ lists: inout WaitingLists, on connection: Connection) {
    guard let table = store.table(for: run.entity) else { return }
    for (key, model) in identityMap.models(run.entity, in: run.keys) where key > 0 && model._$record.state != .inserted
    {
      // A row that can't be read leaves its own model as it was, and no other one.
      guard let isThere = try? refresh(model, table, on: connection) else { continue }
      // With unsaved changes it stays as it is: the save says that the row is gone, rather than to drop them in
      // silence.
      if !isThere, model._$record.dirty.isEmpty { becomeDeleted(model) }
      guard model._$record.state != .deleted else { continue }
      let relations = (try? store.table(for: type(of: model)))?.relations ?? []
      for relation in relations where relation.isToMany && run.properties.contains(relation.property.storedName) {
        if model._$record.originalLists[relation.slot] == nil {
          lists.others.append((model, relation))
        } else {
          lists.changedHere.append((model, relation))
        }
      }
    }
  }

  /// Takes over a list that others changed, and keeps what was added and removed here.
  private func mergeList(_ relation: Relation, of model: any PersistentModel, on connection: Connection) throws {
    let record = model._$record
    let property = relation.property
    guard record.relation(property) != .unread else { return }
    let stored = try relation.lists(of: [record.key], on: connection)[record.key] ?? []
    let here = record.relation(property).keys
    let base = record.originalLists[relation.slot]
    if base != nil { record.originalLists[relation.slot] = stored }
    let merged =
      base.map { stored.applying(from: $0, to: here) }
      ?? overlaid(stored, of: model, relation, ListOverlay(relation, owners: [record.key], of: self))
    guard merged != here else { return }
    property.withMutation(of: model) { record.setRelation(.many(merged), property) }
  }
}

extension [Int64] {
  /// These keys with what another list gained and lost between two moments.
  fileprivate func applying(from old: [Int64], to new: [Int64]) -> [Int64] {
    let (before, after, own) = (Set(old), Set(new), Set(self))
    return filter { !before.contains($0) || after.contains($0) }
      + new.filter { !before.contains($0) && !own.contains($0) }
  }
}
