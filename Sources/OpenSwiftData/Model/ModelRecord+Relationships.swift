import Observation

extension ModelRecord {
  /// Reads a relationship and notes the access for observation.
  public func read<Model: PersistentModel, Value: RelationshipValue>(
    _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value>, slot: Int,
    _ storage: @autoclosure () -> PersistedValue<Value>
  ) -> Value {
    let keyPath = keyPath()
    noteAccess(to: model, keyPath: keyPath)
    if let link, link.isForeign, let value = link.readElsewhere(model, keyPath, slot: slot) { return value }
    guard state != .detached else { return Self.readDetached(model, slot, storage) }
    guard let link else { return Self.nothing(model, slot) }
    if link.needsAttention || isFault { link.prepareForAccess(to: model) }
    if growingList != nil,
      let value: Value = link.context?.graph.takeAppendedList(of: self, Model._$properties.all[slot])
    {
      return value
    }
    let related = link.reader.relationships.related(to: model, slot: slot)
    return Value._value(of: related) ?? Self.nothing(model, slot)
  }

  // Inlined, it would cost every read the look-up of its generic types.
  @inline(never)
  private static func readDetached<Model: PersistentModel, Value: RelationshipValue>(
    _ model: Model, _ slot: Int, _ storage: () -> PersistedValue<Value>
  ) -> Value {
    if case .loaded(let value) = storage() { return value }
    return nothing(model, slot)
  }

  /// Writes a relationship and its inverse, and tells the observers of both.
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
    if isPartial { context.materializer.complete(model) }
    if link.needsAttention || isFault { prepareForChange(of: model, link) }
    if growingList != nil, context.graph.grow(model, slot: slot, to: newValue) { return }
    context.graph.relate(model, slot: slot, to: newValue)
  }

  /// A model that refers to one of a context belongs to that context.
  private static func context(of objects: [AnyObject]) -> ModelContext? {
    objects.lazy.compactMap { ($0 as? any PersistentModel)?._$record.link?.context }.first
  }

  /// The value of an empty relationship: nil, no models, or a deleted model.
  private static func nothing<Model: PersistentModel, Value: RelationshipValue>(_ model: Model, _ slot: Int) -> Value {
    if let nothing = Value._value(of: []) { return nothing }
    let absent = Value._destination._$properties.makeFault()
    absent._$record.becomeDeleted()
    guard let value = Value._value(of: [absent]) else {
      preconditionFailure("\(Model.self).\(Model._$properties.all[slot].name) leads to another type")
    }
    return value
  }

  /// Whether a list refers to a row.
  ///
  /// - Complexity: a long list that keeps growing is searched once.
  func hasKey(_ key: Int64, in property: RelationshipProperty) -> Bool {
    let keys = relation(property).keys
    guard keys.count >= GrowingList.minCount else { return keys.contains(key) }
    if growingList?.isThat(of: property, count: keys.count) != true { setGrowingList(GrowingList(property, keys)) }
    return growingList?.contains(key) == true
  }

  func append(_ key: Int64, to property: RelationshipProperty) {
    var keys = relation(property).keys
    let known = growingList?.isThat(of: property, count: keys.count) == true ? growingList : nil
    // The list is released first: an array with two references is copied when it grows.
    setRelation(.many([]), property)
    keys.append(key)
    setRelation(.many(keys), property)
    known?.insert(key)
    setGrowingList(known)
  }
}

/// One relationship of a model in a context: the keys of the models at the other end, negative for unsaved ones.
///
/// Keys rather than references, so that related models do not keep each other alive.
enum RelationState: Equatable {
  case unread
  /// 0 for none.
  case one(Int64)
  case many([Int64])

  var keys: [Int64] {
    switch self {
    case .unread, .one(0): []
    case .one(let key): [key]
    case .many(let keys): keys
    }
  }
}

/// The keys of a long list that many models are appended to, so that each is looked up quickly.
final class GrowingList {
  /// Shorter lists are searched as quickly.
  static let minCount = 64

  private let ordinal: Int
  private var keys: Set<Int64>

  init(_ property: RelationshipProperty, _ keys: [Int64]) {
    (ordinal, self.keys) = (property.ordinal, Set(keys))
  }

  func contains(_ key: Int64) -> Bool { keys.contains(key) }
  func insert(_ key: Int64) { keys.insert(key) }

  /// Whether it is the list of a property and has as many keys.
  func isThat(of property: RelationshipProperty, count: Int) -> Bool {
    ordinal == property.ordinal && keys.count == count
  }
}
