/// A property that refers to other models.
///
/// Without a context, the property's variable holds the models themselves; in a context the model's record holds their
/// keys, see `RelationState`.
class RelationshipProperty: ModelProperty, @unchecked Sendable {
  // Sound: constants of Sendable types only.
  let target: any PersistentModel.Type
  /// Whether it holds any number of models.
  let isToMany: Bool
  /// Whether there may be none at the other end.
  let allowsNone: Bool
  /// Its number among the relationships of the model type.
  let ordinal: Int
  /// How many models a to-many relationship may have; nil for any number.
  let memberLimits: MemberLimits?

  fileprivate init(
    place: PropertyPlace, ordinal: Int, keyPath: any AnyKeyPath & Sendable, target: any PersistentModel.Type,
    isToMany: Bool, isOptional: Bool, metadata: (any SchemaProperty)?
  ) {
    self.target = target
    self.isToMany = isToMany
    self.ordinal = ordinal
    memberLimits = isToMany ? (metadata as? Schema.Relationship).flatMap(MemberLimits.init) : nil
    allowsNone = isOptional || isToMany
    // The column of a required model may be NULL too: of two rows that refer to each other, one comes first.
    super.init(
      place: place, keyPath: keyPath, metadata: metadata,
      columns: [ModelColumn(place.storedName, "INTEGER", isOptional: true, ordersLikeSQL: false)])
  }

  var options: Schema.Relationship { metadata as? Schema.Relationship ?? Schema.Relationship() }
  /// A relationship to one model is a column with its key.
  override var isStored: Bool { !isToMany }
  override var destination: (any PersistentModel.Type)? { target }

  /// Nil if the variable is a fault.
  func objects(in model: AnyObject) -> [any PersistentModel]? { preconditionFailure("abstract") }
  func hold(_ objects: [any PersistentModel], in model: AnyObject) { preconditionFailure("abstract") }
  /// Adds a model to the variable, or replaces the one in it.
  func holdAlso(_ object: any PersistentModel, in model: AnyObject) { preconditionFailure("abstract") }
  func objectCount(in model: AnyObject) -> Int { preconditionFailure("abstract") }
  func release(in model: AnyObject) { preconditionFailure("abstract") }
  /// Tells the property's observers of a change.
  func withMutation(of model: AnyObject, _ mutation: () -> Void) { preconditionFailure("abstract") }

  override func loadByCodec(into model: AnyObject, from row: borrowing ColumnReader) throws {
    record(of: model).setRelation(.one(row.isNull ? 0 : row.integer), self)
  }

  override func loadPlaceholder(into model: AnyObject) {
    if objects(in: model) == nil { hold([], in: model) }
  }

  override func merge(into model: AnyObject, from row: borrowing ColumnReader) throws -> Bool {
    replace(with: row.isNull ? 0 : row.integer, in: model)
  }

  override func restore(_ value: SQLiteValue, in model: AnyObject) throws {
    var key: Int64 = 0
    if case .integer(let stored) = value { key = stored }
    _ = replace(with: key, in: model)
  }

  override func writeByCodec(_ model: AnyObject, to writer: inout ColumnWriter) throws -> Bool {
    if let key = record(of: model).relation(self).keys.first, let stored = writer.storedKey(of: key) {
      try writer.integer(stored)
    } else {
      try writer.null()
    }
    return true
  }

  private func replace(with key: Int64, in model: AnyObject) -> Bool {
    let record = record(of: model)
    guard record.relation(self) != .one(key) else { return false }
    withMutation(of: model) { record.setRelation(.one(key), self) }
    return true
  }

  fileprivate func record(of model: AnyObject) -> ModelRecord { preconditionFailure("abstract") }
}

final class TypedRelationshipProperty<Model: PersistentModel, Value: RelationshipValue>:
  RelationshipProperty, @unchecked Sendable
{
  // Sound: constants of Sendable types only.
  private let typedKeyPath: any KeyPath<Model, Value> & Sendable
  private let get: @Sendable (Model) -> PersistedValue<Value>
  private let set: @Sendable (Model, PersistedValue<Value>) -> Void

  init(
    place: PropertyPlace, ordinal: Int, keyPath: any KeyPath<Model, Value> & Sendable,
    get: @escaping @Sendable (Model) -> PersistedValue<Value>,
    set: @escaping @Sendable (Model, PersistedValue<Value>) -> Void, metadata: (any SchemaProperty)?
  ) {
    typedKeyPath = keyPath
    self.get = get
    self.set = set
    super.init(
      place: place, ordinal: ordinal, keyPath: keyPath, target: Value._destination,
      isToMany: Value._isToMany, isOptional: Value._isOptional, metadata: metadata)
  }

  override func objects(in model: AnyObject) -> [any PersistentModel]? {
    guard case .loaded(let value) = get(typed(model)) else { return nil }
    return value._objects
  }

  override func hold(_ objects: [any PersistentModel], in model: AnyObject) {
    set(typed(model), Value._value(of: objects).map { .loaded($0) } ?? .fault)
  }

  override func holdAlso(_ object: any PersistentModel, in model: AnyObject) {
    let model = typed(model)
    guard isToMany, case .loaded(let value) = get(model) else { return hold([object], in: model) }
    // The variable is released first: a shared array is copied when it grows.
    set(model, .fault)
    set(model, Value._adding(object, to: value).map { .loaded($0) } ?? .fault)
  }

  override func objectCount(in model: AnyObject) -> Int {
    guard case .loaded(let value) = get(typed(model)) else { return 0 }
    return value._count
  }

  override func release(in model: AnyObject) { set(typed(model), .fault) }

  override func withMutation(of model: AnyObject, _ mutation: () -> Void) {
    let model = typed(model)
    model._$record.withMutation(of: model, keyPath: typedKeyPath, mutation)
  }

  override func storage(of model: AnyObject) -> Any { get(typed(model)) }
  override fileprivate func record(of model: AnyObject) -> ModelRecord { typed(model)._$record }

  // Sound: only instances of the property's own model type are passed in, see `ModelProperty`.
  private func typed(_ model: AnyObject) -> Model { unsafeDowncast(model, to: Model.self) }
}
