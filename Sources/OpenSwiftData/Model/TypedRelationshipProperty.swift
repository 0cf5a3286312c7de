/// A relationship with its types.
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
    // The variable lets go first: what is held twice is copied when it grows.
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

  // The table of a model type is only ever asked about that type's instances, see `ModelProperty`.
  private func typed(_ model: AnyObject) -> Model { unsafeDowncast(model, to: Model.self) }
}
