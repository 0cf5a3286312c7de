extension ModelContext {
  /// Takes over what other contexts and processes committed, for the models that are registered here.
  ///
  /// - Complexity: one look-up by key for each registered model that was changed.
  func mergePendingChanges() {
    let waiting = link.takeChanges()
    guard !waiting.isEmpty else { return }
    do {
      try read { connection in try connection.withReadTransaction { self.merge(waiting, on: connection) } }
    } catch {
      // The store can't be read now: the models keep their values until the next attempt.
      link.putBack(waiting)
    }
  }

  private func merge(_ waiting: [ModelChanges], on connection: Connection) {
    let runs = waiting.contains(where: \.isEverything) ? runsOfRegisteredModels : waiting.flatMap(\.runs)
    for run in runs where run.kind != .insert { merge(run, on: connection) }
  }

  /// What may have changed if anything may have changed: every property of every registered model.
  private var runsOfRegisteredModels: [ModelChanges.Run] {
    identityMap.extents.compactMap { entity, keys in
      guard let table = store.table(for: entity) else { return nil }
      return ModelChanges.Run(
        entity: entity, kind: .update, keys: keys, properties: table.properties.all.map(\.name))
    }
  }

  private func merge(_ run: ModelChanges.Run, on connection: Connection) {
    guard let table = store.table(for: run.entity) else { return }
    for (_, model) in identityMap.models(run.entity, in: run.keys) {
      // A row that can't be read leaves its own model as it was, and no other one.
      guard let model = model as? any PersistentModel, let isThere = try? refresh(model, table, on: connection) else {
        continue
      }
      // With unsaved changes it stays as it is: the save says that the row is gone, rather than to drop them in
      // silence.
      if !isThere, model._$record.dirty.isEmpty { becomeDeleted(model) }
    }
  }
}
