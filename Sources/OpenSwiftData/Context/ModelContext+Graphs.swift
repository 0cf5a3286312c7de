extension ModelContext {
  /// Inserts a model and every model without a context that it leads to.
  ///
  /// - Parameter key: that of the row that the root was, nil for a new one.
  func insertGraph(_ root: any PersistentModel, key: Int64? = nil) {
    guard !type(of: root)._$properties.relationships.isEmpty else { return attach(root, key: key) }
    var pending = [root]
    var fresh: [any PersistentModel] = []
    while let model = pending.popLast() {
      guard model._$record.state == .detached else { continue }
      attach(model, key: model === root ? key : nil)
      fresh.append(model)
      // In reverse, because the last one is taken first: rows get their keys in the order of the lists.
      pending += type(of: model)._$properties.relationships.flatMap { $0.objects(in: model) ?? [] }.reversed()
    }
    for model in fresh { takeOverRelationships(of: model) }
  }

  func attach(_ model: any PersistentModel, key: Int64? = nil) {
    let record = model._$record
    // It stood for a row that another instance stands for now; what it becomes is decided by the next save.
    if record.key > 0 { record.key = 0 }
    record.link = link
    record.state = .inserted
    inserted.insert(model)
    noteInsertion(of: model)
    guard let table = try? store.table(for: type(of: model)) else { return }
    if let key { record.becomePermanent(entity: table.identity, key: key) }
    guard table.isRelated || key != nil else { return }
    if record.key == 0 { record.key = TemporaryKeys.next(for: type(of: model)) }
    identityMap.register(model, table.identity, record.key)
  }

  /// Turns the references that the model's variables hold into keys.
  private func takeOverRelationships(of model: any PersistentModel) {
    guard let table = try? store.table(for: type(of: model)) else { return }
    for relation in table.relations {
      let objects = relation.property.objects(in: model) ?? []
      relation.property.release(in: model)
      let known = model._$record.relation(relation.property).keys
      // What the other ends said already stays.
      guard !objects.isEmpty || known.isEmpty else { continue }
      let keys = objects.compactMap { $0._$record.link === link && !$0._$record.isDeleted ? $0._$record.key : nil }
      if keys.count == objects.count {
        relate(model, relation, to: relation.isToMany ? keys + known : keys)
      } else {
        relate(model, slot: relation.slot, to: objects)
      }
      for object in objects { held.hold(object) }
    }
  }

  /// Takes a model without a row out of the context: one that had a row goes back to being deleted, any other one is
  /// forgotten.
  func withdraw(_ model: any PersistentModel) {
    inserted.remove(model)
    if model._$record.key > 0 { becomeDeleted(model) } else { forget(model) }
  }

  /// Takes a model that was never saved out of the context; its variables hold its models again.
  ///
  /// One direction only, so that a graph that is dropped is freed.
  func forget(_ model: any PersistentModel) {
    let record = model._$record
    if let table = try? store.table(for: type(of: model)) {
      for relation in table.relations where !relation.ordersInverse {
        relation.property.hold(related(to: model, relation), in: model)
      }
      unregister(model, table.identity)
    }
    record.relations = []
    record.state = .detached
    record.link = nil
  }
}
