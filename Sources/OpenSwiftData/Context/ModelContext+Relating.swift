extension ModelContext {
  /// Sets a relationship and keeps the other end in step.
  ///
  /// - Parameter objects: the models at the other end; those without a context are inserted.
  func relate(_ model: any PersistentModel, slot: Int, to objects: [any PersistentModel]) {
    guard let relation = relation(of: model, slot: slot) else { return }
    groupUndo {
      let keys = objects.compactMap { key(of: $0, asTargetOf: relation) }
      relate(model, relation, to: keys)
    }
  }

  /// Sets a relationship to a value, and keeps at hand a list that got one model more: it may get another one.
  func relate<Value: RelationshipValue>(_ model: any PersistentModel, slot: Int, to value: Value) {
    guard let property = type(of: model)._$properties.all[slot] as? RelationshipProperty else { return }
    let count = model._$record.relation(property).keys.count
    relate(model, slot: slot, to: value._objects)
    if property.isToMany, model._$record.relation(property).keys.count == count + 1 {
      keepAtHand(value, of: model, property)
    }
  }

  /// Sets a relationship to a value that has one model more at its end than the list at hand.
  ///
  /// - Returns: false if it is another value, or another list.
  func grow<Value: RelationshipValue>(_ model: any PersistentModel, slot: Int, to value: Value) -> Bool {
    let record = model._$record
    guard undoManager == nil, let relation = relation(of: model, slot: slot), relation.shared == nil,
      let growing = record.growingList,
      listAtHand?.growing === growing, let object = listAtHand?.addition(in: value),
      let key = key(of: object, asTargetOf: relation),
      // A new model that was inserted by this may have led here already.
      record.growingList === growing, growing.isThat(of: relation.property, count: value._count - 1),
      !growing.keys.contains(key), var list = listAtHand
    else { return false }
    listAtHand = nil
    append(key, to: relation.property, of: model)
    if let inverse = relation.inverse { link(inverse, ofKey: key, relation, to: model) }
    guard record.growingList === growing else { return true }
    list.grow(by: object, to: value)
    listAtHand = list
    return true
  }

  func relate(_ model: any PersistentModel, _ relation: Relation, to keys: [Int64]) {
    readFarEnds(of: model, relation, keys)
    if relation.isToMany {
      relateMany(model, relation, to: keys)
    } else {
      relateOne(model, relation, to: keys.first ?? 0)
    }
  }

  /// The key by which a model is referred to in this context; nil for a deleted one.
  private func key(of object: any PersistentModel, asTargetOf relation: Relation) -> Int64? {
    let record = object._$record
    if record.state == .detached { insertGraph(object) }
    guard record.link === link else { return keyHere(of: object) }
    guard !record.isDeleted else { return nil }
    held.hold(object)
    return record.key
  }

  /// The key of another context's model, which stands for the same row here.
  private func keyHere(of object: any PersistentModel) -> Int64? {
    let identifier = object.persistentModelID.resolved
    // The same rule as for every other use of a model: it belongs to one context until it is saved.
    precondition(!identifier.isTemporary, "\(identifier) belongs to another context and is not saved yet")
    let here = model(for: identifier)
    held.hold(here)
    return here._$record.isDeleted ? nil : identifier.key
  }

  // MARK: - The near end

  private func relateOne(_ model: any PersistentModel, _ relation: Relation, to new: Int64) {
    let old = model._$record.relation(relation.property).keys.first ?? 0
    // What can't be read now is not known to be the same.
    guard old != new || model._$record.isFault else { return noteInitial(.one(0), of: model, relation) }
    assign(new == 0 ? .one(0) : .one(new), relation.property, of: model)
    if let shared = relation.shared { follow(shared, relation, of: model, from: [old], to: [new]) }
    guard let inverse = relation.inverse else { return }
    if old != 0 { unlink(inverse, ofKey: old, relation, from: model) }
    if new != 0 { link(inverse, ofKey: new, relation, to: model) }
  }

  private func relateMany(_ model: any PersistentModel, _ relation: Relation, to new: [Int64]) {
    // Makes sure that the list is known.
    _ = related(to: model, relation)
    let old = model._$record.relation(relation.property).keys
    let change = KeyListChange(from: old, to: new)
    guard old != change.keys else { return noteInitial(.many([]), of: model, relation) }
    assign(.many(change.keys), relation.property, of: model)
    if let shared = relation.shared { follow(shared, relation, of: model, from: change.removed, to: change.added) }
    guard let inverse = relation.inverse else { return }
    for key in change.removed { unlink(inverse, ofKey: key, relation, from: model) }
    for key in change.added { link(inverse, ofKey: key, relation, to: model) }
  }

  /// A new model's relationship is known to be empty from the start; one that could not be read just now is not.
  private func noteInitial(_ state: RelationState, of model: any PersistentModel, _ relation: Relation) {
    guard model._$record.state == .inserted, model._$record.relation(relation.property) == .unread else { return }
    model._$record.setRelation(state, relation.property)
  }

  // MARK: - The far end

  /// Lets the model at the other end lead back to this one.
  func link(_ inverse: RelationshipProperty, ofKey key: Int64, _ relation: Relation, to model: any PersistentModel) {
    guard let target = farEnd(key, inverse, relation) else { return }
    let own = model._$record.key
    guard !target._$record.hasKey(own, in: inverse) else { return }
    guard inverse.isToMany else {
      // A model has one partner: the one it had loses it.
      if let displaced = target._$record.relation(inverse).keys.first {
        unlinkDisplaced(displaced, relation, from: target)
      }
      return assign(.one(own), inverse, of: target)
    }
    guard key < 0 || target._$record.isRead(inverse) else { return }
    append(own, to: inverse, of: target)
  }

  /// What many models are linked to one after another, as a label is, has a list that must not be copied each time.
  func append(_ key: Int64, to property: RelationshipProperty, of model: any PersistentModel) {
    let record = model._$record
    guard undoManager == nil else { return assign(.many(record.relation(property).keys + [key]), property, of: model) }
    readBeforeChange(model)
    record.noteChange(of: model, slot: property.slot)
    property.withMutation(of: model) { record.append(key, to: property) }
  }

  /// Lets the model at the other end forget this one.
  func unlink(_ inverse: RelationshipProperty, ofKey key: Int64, _ relation: Relation, from model: any PersistentModel)
  {
    guard let target = farEnd(key, inverse, relation) else { return }
    let keys = target._$record.relation(inverse).keys
    let own = model._$record.key
    guard keys.contains(own) else { return }
    assign(inverse.isToMany ? .many(keys.filter { $0 != own }) : .one(0), inverse, of: target)
  }

  private func unlinkDisplaced(_ key: Int64, _ relation: Relation, from target: any PersistentModel) {
    guard let owner = try? store.table(for: relation.owner.modelType) else { return }
    guard let displaced = identityMap.model(owner.identity, key) ?? fetched(key, owner) else { return }
    // A list that was not read needs no change, a column does.
    if !relation.isToMany { readBeforeChange(displaced) }
    let keys = displaced._$record.relation(relation.property).keys
    guard keys.contains(target._$record.key) else { return }
    let rest = keys.filter { $0 != target._$record.key }
    assign(relation.isToMany ? .many(rest) : .one(0), relation.property, of: displaced)
  }

  /// The model at the other end, if its side has to be changed: a list that was not read needs no change, it is read
  /// with the unsaved changes in mind; a column does.
  private func farEnd(
    _ key: Int64, _ inverse: RelationshipProperty, _ relation: Relation
  ) -> (any PersistentModel)? {
    guard let table = try? store.table(for: relation.property.target) else { return nil }
    let registered = identityMap.model(table.identity, key)
    if inverse.isToMany { return registered }
    guard let model = registered ?? fetched(key, table) else { return nil }
    readBeforeChange(model)
    return model._$record.isDeleted ? nil : model
  }

  func fetched(_ key: Int64, _ table: EntityTable) -> (any PersistentModel)? {
    guard key > 0, let model = models([key], table).first else { return nil }
    held.hold(model)
    return model
  }

  /// Reads what is not in memory of a model that is about to be changed: what was there decides what has to be written.
  func readBeforeChange(_ model: any PersistentModel) {
    if model._$record.isFault {
      fill(model)
    } else if model._$record.isPartial {
      complete(model)
    }
  }

  /// Changes one end, notes it for the save, and tells its observers.
  func assign(_ state: RelationState, _ property: RelationshipProperty, of model: any PersistentModel) {
    let record = model._$record
    readBeforeChange(model)
    registerUndo(of: property, of: model, from: record.relation(property), to: state)
    record.noteChange(of: model, slot: property.slot)
    property.withMutation(of: model) { record.setRelation(state, property) }
  }
}
