import Observation

/// A stored property whose value is one column.
final class AttributeProperty<Model: PersistentModel, Codec: AttributeCodec>: ModelProperty, @unchecked Sendable {
  // Sound: constants of Sendable types only.
  typealias Value = Codec.Value

  private let typedKeyPath: any KeyPath<Model, Value> & Sendable
  private let get: @Sendable (Model) -> PersistedValue<Value>
  private let set: @Sendable (Model, PersistedValue<Value>) -> Void
  private let defaultValue: (@Sendable () -> Value)?

  init(
    name: String, slot: Int, keyPath: any KeyPath<Model, Value> & Sendable,
    get: @escaping @Sendable (Model) -> PersistedValue<Value>,
    set: @escaping @Sendable (Model, PersistedValue<Value>) -> Void, defaultValue: (@Sendable () -> Value)?,
    metadata: (any SchemaProperty)?
  ) {
    typedKeyPath = keyPath
    self.get = get
    self.set = set
    self.defaultValue = defaultValue
    super.init(
      name: name, slot: slot, keyPath: keyPath, metadata: metadata, columnType: Codec.columnType,
      isOptional: Codec.isOptional, ordersLikeSQL: Codec.ordersLikeSQL)
  }

  override var hasDefault: Bool { defaultValue != nil }
  override var valueTypeName: String? { StoredTypeName.value(Value.self) }
  override var storageTypeName: String? { StoredTypeName.storage(Value.self) }
  override var sqlKind: SQLKind { Codec.sqlKind }

  override func load(into model: AnyObject, from row: borrowing ColumnReader) throws {
    set(typed(model), .loaded(try Codec.read(row)))
  }

  override func merge(into model: AnyObject, from row: borrowing ColumnReader) throws -> Bool {
    try replace(in: typed(model), with: Codec.read(row))
  }

  override func restore(_ value: SQLiteValue, in model: AnyObject) throws {
    _ = try replace(in: typed(model), with: Codec.read(ColumnReader(value)))
  }

  override func value(from column: SQLiteValue) throws -> Any { try Codec.read(ColumnReader(column)) }

  override func write(_ model: AnyObject, to writer: inout ColumnWriter) throws {
    guard case .loaded(let value) = get(typed(model)) else { throw SwiftDataError.missingValue(name) }
    try Codec.write(value, to: &writer)
  }

  override func loadPlaceholder(into model: AnyObject) {
    guard case .fault = get(typed(model)), let value = defaultValue?() ?? Codec.placeholder else { return }
    set(typed(model), .loaded(value))
  }

  override func storage(of model: AnyObject) -> Any { get(typed(model)) }

  private func replace(in model: Model, with value: Value) -> Bool {
    if case .loaded(let current) = get(model), Codec.areEqual(current, value) { return false }
    model._$record.withMutation(of: model, keyPath: typedKeyPath) { set(model, .loaded(value)) }
    return true
  }

  // The table of a model type is only ever asked about that type's instances, see `ModelProperty`.
  private func typed(_ model: AnyObject) -> Model { unsafeDowncast(model, to: Model.self) }
}
