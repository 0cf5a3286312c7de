extension ModelContext {
  /// Takes over what other contexts and processes committed, for the models that are registered here.
  ///
  /// - Complexity: one look-up by key for each registered model that was changed.
  func mergePendingChanges() {
    for changes in link.takeChanges() { merge(changes) }
  }

  private func merge(_ changes: ModelChanges) {
    // A store that can't be read now is reported by the next fetch; the models keep their last values.
    try? read { connection in
      try connection.withReadTransaction {
        for run in changes.runs where run.kind != .insert { try self.merge(run, on: connection) }
      }
    }
  }

  private func merge(_ run: ModelChanges.Run, on connection: Connection) throws {
    guard let table = store.table(for: run.entity) else { return }
    for (key, model) in identityMap.models(run.entity, in: run.keys) {
      guard let model = model as? any PersistentModel, !model._$record.isFault else { continue }
      try refresh(model, key, table, on: connection)
    }
  }

  private func refresh(
    _ model: any PersistentModel, _ key: Int64, _ table: EntityTable, on connection: Connection
  ) throws {
    let statement = try connection.statement(table.selectByKeySQL)
    defer { statement.reset() }
    try statement.bind(key, at: 1)
    if try statement.step() {
      try table.merge(statement, into: model)
    } else if model._$record.dirty.isEmpty {
      becomeDeleted(model)
    }
    // A model with unsaved changes stays as it is: the save says that its row is gone, rather than to drop them in silence.
  }
}
