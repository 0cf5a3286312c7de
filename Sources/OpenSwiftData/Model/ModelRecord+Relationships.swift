import Observation

extension ModelRecord {
  /// Reads a relationship and tells the observation that is running.
  public func read<Model: PersistentModel, Value: RelationshipValue>(
    _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value>, slot: Int,
    _ storage: @autoclosure () -> PersistedValue<Value>
  ) -> Value {
    let keyPath = keyPath()
    noteAccess(to: model, keyPath: keyPath)
    if let link, link.isForeign, let value = link.readElsewhere(model, keyPath, slot: slot) { return value }
    guard state != .detached else {
      if case .loaded(let value) = storage() { return value }
      return Self.nothing(model, slot)
    }
    if let link, link.needsAttention || isFault { link.attend(to: model) }
    if growingList != nil,
      let value: Value = link?.context?.takeListAtHand(of: self, Model._$properties.all[slot])
    {
      return value
    }
    let related = link?.reader.related(to: model, slot: slot) ?? []
    return Value._value(of: related) ?? Self.nothing(model, slot)
  }

  /// Writes a relationship, keeps the other end in step, and tells the observers of both.
  public func write<Model: PersistentModel, Value: RelationshipValue>(
    _ model: Model, _ keyPath: KeyPath<Model, Value>, slot: Int, _ newValue: Value,
    old: @autoclosure () -> PersistedValue<Value>, assign: (PersistedValue<Value>) -> Void
  ) {
    if isWrittenElsewhere(model, keyPath, slot, newValue) { return }
    if state == .detached, let context = Self.context(of: newValue._objects) { context.insert(model) }
    guard state != .detached, let link, let context = link.context else {
      return relateDetached(model, slot: slot, to: newValue._objects) {
        withMutation(of: model, keyPath: keyPath) { assign(.loaded(newValue)) }
      }
    }
    if isPartial { context.complete(model) }
    if link.needsAttention || isFault { attendBeforeChange(of: model, link) }
    if growingList != nil, context.grow(model, slot: slot, to: newValue) { return }
    context.relate(model, slot: slot, to: newValue)
  }

  /// A model that refers to one of a context belongs to that context.
  private static func context(of objects: [AnyObject]) -> ModelContext? {
    objects.lazy.compactMap { ($0 as? any PersistentModel)?._$record.link?.context }.first
  }

  /// What a relationship without a model answers: nil, no models, or a model that is as good as deleted.
  private static func nothing<Model: PersistentModel, Value: RelationshipValue>(_ model: Model, _ slot: Int) -> Value {
    if let nothing = Value._value(of: []) { return nothing }
    let absent = Value._destination._$properties.makeFault()
    absent._$record.state = .deleted
    guard let value = Value._value(of: [absent]) else {
      preconditionFailure("\(Model.self).\(Model._$properties.all[slot].name) leads to another type")
    }
    return value
  }
}

extension ModelRecord {
  func relation(_ property: RelationshipProperty) -> RelationState {
    property.ordinal < relations.count ? relations[property.ordinal] : .unread
  }

  func setRelation(_ state: RelationState, _ property: RelationshipProperty) {
    while relations.count <= property.ordinal { relations.append(.unread) }
    relations[property.ordinal] = state
  }

  func isRead(_ property: RelationshipProperty) -> Bool { relation(property) != .unread }

  /// Whether a list leads to a row.
  ///
  /// - Complexity: a long list that keeps growing is searched once.
  func hasKey(_ key: Int64, in property: RelationshipProperty) -> Bool {
    let keys = relation(property).keys
    guard keys.count >= GrowingList.shortest else { return keys.contains(key) }
    if growingList?.isThat(of: property, count: keys.count) != true { growingList = GrowingList(property, keys) }
    return growingList?.keys.contains(key) == true
  }

  /// Adds a row at the end of a list, in place.
  func append(_ key: Int64, to property: RelationshipProperty) {
    var keys = relation(property).keys
    let known = growingList?.isThat(of: property, count: keys.count) == true ? growingList : nil
    // The list is let go of first: what is held twice is copied when it grows.
    setRelation(.many([]), property)
    keys.append(key)
    setRelation(.many(keys), property)
    known?.keys.insert(key)
    growingList = known
  }
}
