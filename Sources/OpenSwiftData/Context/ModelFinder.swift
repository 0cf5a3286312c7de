/// Finds the model of an identifier in a context, registered or made for the row, after merging pending changes.
struct ModelFinder {
  let link: ContextLink
  let materializer: RowMaterializer

  var store: SQLiteStore { materializer.store }

  /// The registered model, without asking the store.
  func registeredModel(for identifier: PersistentIdentifier) -> (any PersistentModel)? {
    link.mergeCommits()
    return registered(identifier.resolved)
  }

  /// The model, without checking that there is a row.
  func model(for identifier: PersistentIdentifier) -> any PersistentModel {
    link.mergeCommits()
    let identifier = identifier.resolved
    if let model = registered(identifier) { return model }
    if let table = store.table(for: identifier.entity) {
      guard table.hasSubclasses else { return materializer.makeModel(table, key: identifier.key) }
      // Only the row knows its class.
      return materializer.models([identifier.key], table).first ?? materializer.makeDeletedModel(table, identifier)
    }
    // A row of another store, or another context's unsaved model. If even the entity is unknown, any type will do.
    guard let table = store.table(named: identifier.entityName) ?? store.anyTable else {
      preconditionFailure("\(identifier) belongs to no entity of this container's schema, which is empty")
    }
    return materializer.makeDeletedModel(table, identifier)
  }

  /// The model, registered or fetched; nil if there is no such row.
  func fetchModel<Model: PersistentModel>(for identifier: PersistentIdentifier) throws -> Model? {
    link.mergeCommits()
    let identifier = identifier.resolved
    if let model = registered(identifier) {
      if model._$record.isFault { materializer.fill(model) }
      return model._$record.isDeleted ? nil : model as? Model
    }
    guard let table = try? store.table(for: Model.self), table.identity == identifier.entity else { return nil }
    let model = try materializer.connection.read { [materializer] in
      try materializer.fetchModel(table, key: identifier.key, on: $0) as? Model
    }
    return model?._$record.isDeleted == true ? nil : model
  }

  private func registered(_ identifier: PersistentIdentifier) -> (any PersistentModel)? {
    if identifier.isTemporary {
      return materializer.pending.inserted.all.first { $0._$record.key == identifier.key }
    }
    return materializer.identityMap.model(identifier.entity, identifier.key)
  }
}
