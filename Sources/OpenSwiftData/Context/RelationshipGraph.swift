/// Changes the graph of models: sets relationships and their inverses, inserts and deletes models with related ones.
///
/// Relationships are keys in the records of models, see `RelationState`; `RelationshipReader` resolves them.
final class RelationshipGraph {
  let store: SQLiteStore
  let identityMap: IdentityMap
  let materializer: RowMaterializer
  let reader: RelationshipReader
  private let contextLink: ContextLink
  private let pending: PendingChanges
  private let finder: ModelFinder
  private let tracker: ChangeTracker

  init(
    _ link: ContextLink, _ identityMap: IdentityMap, _ pending: PendingChanges, _ finder: ModelFinder,
    _ materializer: RowMaterializer, _ reader: RelationshipReader, _ tracker: ChangeTracker
  ) {
    store = finder.store
    contextLink = link
    self.identityMap = identityMap
    self.pending = pending
    self.finder = finder
    self.materializer = materializer
    self.reader = reader
    self.tracker = tracker
  }

  // MARK: - Setting a relationship

  /// Sets a relationship and its inverse; models without a context are inserted.
  func relate(_ model: any PersistentModel, slot: Int, to objects: [any PersistentModel]) {
    guard let relation = reader.relation(of: model, slot: slot) else { return }
    tracker.group {
      let keys = objects.compactMap { key(of: $0, asTargetOf: relation) }
      relate(model, relation, to: keys)
    }
  }

  /// Sets a relationship to a value, and keeps a list that grew by one model: it may grow again.
  func relate<Value: RelationshipValue>(_ model: any PersistentModel, slot: Int, to value: Value) {
    guard let property = type(of: model)._$properties.all[slot] as? RelationshipProperty else { return }
    let count = model._$record.relation(property).keys.count
    relate(model, slot: slot, to: value._objects)
    if property.isToMany, model._$record.relation(property).keys.count == count + 1 {
      keepAppended(value, of: model, property)
    }
  }

  private func keepAppended(
    _ value: some RelationshipValue, of model: any PersistentModel, _ property: RelationshipProperty
  ) {
    let record = model._$record
    let keys = record.relation(property).keys
    guard keys.count >= GrowingList.minCount, keys.count == value._count, !tracker.hasRecorder else { return }
    let known = record.growingList.flatMap { $0.isThat(of: property, count: keys.count) ? $0 : nil }
    let growing = known ?? GrowingList(property, keys)
    record.setGrowingList(growing)
    pending.appendedList.keep(value, growing)
  }

  /// The value of a relationship, if it was just set to be that.
  func takeAppendedList<Value: RelationshipValue>(of record: ModelRecord, _ property: ModelProperty) -> Value? {
    guard let growing = record.growingList, let property = property as? RelationshipProperty else { return nil }
    return pending.appendedList.takeValue(growing, property)
  }

  /// Sets a relationship to a value that is the kept list with one model appended.
  ///
  /// - Returns: false if it is another value, or another list.
  func grow<Value: RelationshipValue>(_ model: any PersistentModel, slot: Int, to value: Value) -> Bool {
    let record = model._$record
    guard !tracker.hasRecorder, let relation = reader.relation(of: model, slot: slot),
      let growing = record.growingList, let object = pending.appendedList.addition(in: value, growing),
      let key = key(of: object, asTargetOf: relation),
      // A new model that was inserted by this may have led here already.
      record.growingList === growing, growing.isThat(of: relation.property, count: value._count - 1),
      !growing.contains(key), var list = pending.appendedList.take()
    else { return false }
    append(key, to: relation.property, of: model)
    if let shared = relation.shared { follow(shared, relation, of: model, from: [], to: [key]) }
    if let inverse = relation.inverse { link(inverse, ofKey: key, relation, to: model) }
    guard record.growingList === growing else { return true }
    list.grow(by: object, to: value)
    pending.appendedList.keep(list)
    return true
  }

  func relate(_ model: any PersistentModel, _ relation: Relation, to keys: [Int64]) {
    tracker.prepareChange(of: model, relation, adding: keys)
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
    guard record.link === contextLink else { return keyHere(of: object) }
    guard !record.isDeleted else { return nil }
    reader.retain(object)
    return record.key
  }

  /// The key that the row of another context's model has here.
  private func keyHere(of object: any PersistentModel) -> Int64? {
    let identifier = object.persistentModelID.resolved
    precondition(!identifier.isTemporary, "\(identifier) belongs to another context and is not saved yet")
    let here = finder.model(for: identifier)
    reader.retain(here)
    return here._$record.isDeleted ? nil : identifier.key
  }

  // MARK: - The near end

  private func relateOne(_ model: any PersistentModel, _ relation: Relation, to new: Int64) {
    let old = model._$record.relation(relation.property).keys.first ?? 0
    // A fault that can't be read now may have another value.
    guard old != new || model._$record.isFault else { return noteInitial(.one(0), of: model, relation) }
    assign(.one(new), relation.property, of: model)
    if let shared = relation.shared { follow(shared, relation, of: model, from: [old], to: [new]) }
    guard let inverse = relation.inverse else { return }
    if old != 0 { unlink(inverse, ofKey: old, relation, from: model) }
    if new != 0 { link(inverse, ofKey: new, relation, to: model) }
  }

  private func relateMany(_ model: any PersistentModel, _ relation: Relation, to new: [Int64]) {
    // Reads the list.
    _ = reader.related(to: model, relation)
    let old = model._$record.relation(relation.property).keys
    let change = KeyListChange(from: old, to: new)
    guard old != change.keys else { return noteInitial(.many([]), of: model, relation) }
    assign(.many(change.keys), relation.property, of: model)
    if let shared = relation.shared { follow(shared, relation, of: model, from: change.removed, to: change.added) }
    guard let inverse = relation.inverse else { return }
    for key in change.removed { unlink(inverse, ofKey: key, relation, from: model) }
    for key in change.added { link(inverse, ofKey: key, relation, to: model) }
  }

  /// Marks a new model's relationship, which nobody has read, as read and empty.
  private func noteInitial(_ state: RelationState, of model: any PersistentModel, _ relation: Relation) {
    guard model._$record.state == .inserted, model._$record.relation(relation.property) == .unread else { return }
    model._$record.setRelation(state, relation.property)
  }

  // MARK: - The far end

  /// Adds this model to the relationship of the one at the other end.
  func link(_ inverse: RelationshipProperty, ofKey key: Int64, _ relation: Relation, to model: any PersistentModel) {
    guard let target = farEnd(key, inverse, relation) else { return }
    let own = model._$record.key
    guard !target._$record.hasKey(own, in: inverse) else { return }
    guard inverse.isToMany else {
      // In a relationship to one, the former partner loses it.
      if let displaced = target._$record.relation(inverse).keys.first {
        unlinkDisplaced(displaced, relation, from: target)
      }
      return assign(.one(own), inverse, of: target)
    }
    guard key < 0 || target._$record.isRead(inverse) else { return }
    append(own, to: inverse, of: target)
  }

  /// Appends a key without copying the list each time: a label, for instance, is given to many models in turn.
  func append(_ key: Int64, to property: RelationshipProperty, of model: any PersistentModel) {
    let record = model._$record
    guard !tracker.hasRecorder else {
      return assign(.many(record.relation(property).keys + [key]), property, of: model)
    }
    materializer.readBeforeChange(model)
    record.noteChange(of: model, slot: property.slot)
    property.withMutation(of: model) { record.append(key, to: property) }
  }

  /// Removes this model from the relationship of the one at the other end.
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
    guard let displaced = reader.target(key, owner) else { return }
    // An unread list needs no change, a column does.
    if !relation.isToMany { materializer.readBeforeChange(displaced) }
    let keys = displaced._$record.relation(relation.property).keys
    guard keys.contains(target._$record.key) else { return }
    let rest = keys.filter { $0 != target._$record.key }
    assign(relation.isToMany ? .many(rest) : .one(0), relation.property, of: displaced)
  }

  /// The model at the other end, if its side has to be changed: a column has to, an unread list has not.
  private func farEnd(
    _ key: Int64, _ inverse: RelationshipProperty, _ relation: Relation
  ) -> (any PersistentModel)? {
    guard let table = try? store.table(for: relation.property.target) else { return nil }
    if inverse.isToMany { return identityMap.model(table.identity, key) }
    guard let model = reader.target(key, table) else { return nil }
    materializer.readBeforeChange(model)
    return model._$record.isDeleted ? nil : model
  }

  /// Changes one end, notes it for the save, and tells its observers.
  func assign(_ state: RelationState, _ property: RelationshipProperty, of model: any PersistentModel) {
    let record = model._$record
    materializer.readBeforeChange(model)
    tracker.noteChange(of: property, of: model, from: record.relation(property), to: state)
    record.noteChange(of: model, slot: property.slot)
    property.withMutation(of: model) { record.setRelation(state, property) }
  }

  // MARK: - Inserting

  /// Inserts a model and every model without a context that it refers to.
  ///
  /// - Parameter key: that of the row that the root was, nil for a new one.
  func insertGraph(_ root: any PersistentModel, key: Int64? = nil) {
    guard !type(of: root)._$properties.relationships.isEmpty else { return attach(root, key: key) }
    var waiting = [root]
    var fresh: [any PersistentModel] = []
    while let model = waiting.popLast() {
      guard model._$record.state == .detached else { continue }
      attach(model, key: model === root ? key : nil)
      fresh.append(model)
      // Reversed, because the last one is taken first: rows get their keys in the order of the lists.
      waiting += type(of: model)._$properties.relationships.flatMap { $0.objects(in: model) ?? [] }.reversed()
    }
    for model in fresh { convertReferencesToKeys(of: model) }
  }

  func attach(_ model: any PersistentModel, key: Int64? = nil) {
    let record = model._$record
    record.enter(contextLink)
    pending.insertInserted(model)
    tracker.noteInsertion(of: model)
    guard let table = try? store.table(for: type(of: model)) else { return }
    if let key { record.becomePermanent(entity: table.identity, key: key) }
    guard table.isRelated || key != nil else { return }
    record.giveTemporaryKey(type(of: model))
    identityMap.register(model, table.identity, record.key)
  }

  private func convertReferencesToKeys(of model: any PersistentModel) {
    guard let table = try? store.table(for: type(of: model)) else { return }
    for relation in table.relations {
      let objects = relation.property.objects(in: model) ?? []
      relation.property.release(in: model)
      let known = model._$record.relation(relation.property).keys
      // What the other ends said already stays.
      guard !objects.isEmpty || known.isEmpty else { continue }
      let keys = objects.map(\._$record).filter { $0.link === contextLink && !$0.isDeleted }.map { $0.key }
      if keys.count == objects.count {
        relate(model, relation, to: relation.isToMany ? keys + known : keys)
      } else {
        relate(model, slot: relation.slot, to: objects)
      }
      for object in objects { reader.retain(object) }
    }
  }

  /// Inserts a model whose row is gone: the save gives the new row the old key.
  func insertAgain(_ model: any PersistentModel) {
    let record = model._$record
    guard let entity = record.entity else { return }
    // A fault made for the identifier meanwhile becomes a deleted model.
    if let other = identityMap.model(entity, record.key), other !== model { materializer.fill(other) }
    record.becomeInsertedAgain()
    pending.insertInserted(model)
    identityMap.register(model, entity, record.key)
    tracker.noteInsertion(of: model)
  }

  /// Takes a model without a row out of the context; one that had a row becomes a deleted one again.
  func remove(_ model: any PersistentModel) {
    pending.removeInserted(model)
    if model._$record.key > 0 { materializer.becomeDeleted(model) } else { detach(model) }
  }

  /// Takes a model that was never saved out of the context; its variables hold its models again.
  ///
  /// One direction only, so that a graph that is dropped is freed.
  func detach(_ model: any PersistentModel) {
    let record = model._$record
    if let table = try? store.table(for: type(of: model)) {
      for relation in table.relations where !relation.ordersInverse {
        relation.property.hold(reader.related(to: model, relation), in: model)
      }
      identityMap.unregister(model, table.identity)
    }
    record.leaveContext()
  }

  // MARK: - Deleting

  /// Deletes a model and those that its delete rules include, and removes them from the relationships of others.
  func deleteGraph(_ root: any PersistentModel) {
    var waiting = [root]
    while let model = waiting.popLast() {
      let state = model._$record.state
      guard state == .inserted || state == .saved else { continue }
      tracker.prepareDeletion(of: model)
      let relations = (try? store.table(for: type(of: model)))?.relations ?? []
      for relation in relations where relation.deleteRule == .cascade { waiting += reader.related(to: model, relation) }
      for relation in relations where relation.deleteRule != .deny && relation.deleteRule != .noAction {
        disconnect(model, relation)
      }
      markDeleted(model)
    }
  }

  private func markDeleted(_ model: any PersistentModel) {
    pending.appendedList.forget()
    tracker.noteDeletion(of: model)
    if model._$record.state == .saved { pending.insertDeleted(model) } else { remove(model) }
  }

  /// Removes this model from the relationships of others; its own stay.
  private func disconnect(_ model: any PersistentModel, _ relation: Relation) {
    if let shared = relation.shared { release(model, shared, relation) }
    guard let inverse = relation.inverse else { return }
    _ = reader.related(to: model, relation)
    for key in model._$record.relation(relation.property).keys {
      unlink(inverse, ofKey: key, relation, from: model)
    }
  }

  /// Adds a model that is no longer deleted to the relationships of others again.
  func relink(_ model: any PersistentModel) {
    for relation in (try? store.table(for: type(of: model)))?.relations ?? [] {
      guard let inverse = relation.inverse else { continue }
      for key in model._$record.relation(relation.property).keys { link(inverse, ofKey: key, relation, to: model) }
    }
  }
}
