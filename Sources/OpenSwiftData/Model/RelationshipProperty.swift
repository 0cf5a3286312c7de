/// A property that leads to other models.
///
/// Such a property lives in memory; a container refuses to store an entity that has one.
final class RelationshipProperty<Model: PersistentModel, Value>: ModelProperty, @unchecked Sendable {
  // Sound: constants of Sendable types only.
  private let target: any PersistentModel.Type
  private let get: @Sendable (Model) -> PersistedValue<Value>
  private let set: @Sendable (Model, PersistedValue<Value>) -> Void
  private let defaultValue: (@Sendable () -> Value)?

  init(
    name: String, slot: Int, keyPath: any KeyPath<Model, Value> & Sendable, target: any PersistentModel.Type,
    get: @escaping @Sendable (Model) -> PersistedValue<Value>,
    set: @escaping @Sendable (Model, PersistedValue<Value>) -> Void, defaultValue: (@Sendable () -> Value)?,
    metadata: (any SchemaProperty)?
  ) {
    self.target = target
    self.get = get
    self.set = set
    self.defaultValue = defaultValue
    super.init(
      name: name, slot: slot, keyPath: keyPath, metadata: metadata, columnType: "", isOptional: true,
      ordersLikeSQL: false)
  }

  override var isStored: Bool { false }
  override var destination: (any PersistentModel.Type)? { target }

  override func loadPlaceholder(into model: AnyObject) {
    let model = typed(model)
    guard case .fault = get(model), let value = defaultValue?() ?? Self.nothing else { return }
    set(model, .loaded(value))
  }

  override func storage(of model: AnyObject) -> Any { get(typed(model)) }

  /// No model, or no models, where the type can say so.
  private static var nothing: Value? {
    if let optional = Value.self as? any ExpressibleByNilLiteral.Type { return optional.init(nilLiteral: ()) as? Value }
    return (Value.self as? any RangeReplaceableCollection.Type).flatMap { emptyArray($0) }
  }

  private static func emptyArray<List: RangeReplaceableCollection>(_: List.Type) -> Value? {
    List() as? Value
  }

  // The table of a model type is only ever asked about that type's instances, see `ModelProperty`.
  private func typed(_ model: AnyObject) -> Model { unsafeDowncast(model, to: Model.self) }
}
