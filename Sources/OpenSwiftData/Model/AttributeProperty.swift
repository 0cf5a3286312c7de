import Observation

/// A stored property whose values a codec converts to columns.
///
/// `Value` is the codec's, but a parameter of its own: otherwise the runtime would look through all conformances of the
/// program for each type of codec, a tenth of a millisecond, to find the superclass.
final class AttributeProperty<Model: PersistentModel, Codec: AttributeCodec, Value>:
  TypedAttribute<Value>, @unchecked Sendable
where Codec.Value == Value {
  // Sound: constants of Sendable types only.

  private let codec: Codec
  private let typedKeyPath: any KeyPath<Model, Value> & Sendable
  private let get: @Sendable (Model) -> PersistedValue<Value>
  private let set: @Sendable (Model, PersistedValue<Value>) -> Void
  private let defaultValue: (@Sendable () -> Value)?
  private let isEphemeral: Bool

  init(
    _ codec: Codec, place: PropertyPlace, keyPath: any KeyPath<Model, Value> & Sendable,
    get: @escaping @Sendable (Model) -> PersistedValue<Value>,
    set: @escaping @Sendable (Model, PersistedValue<Value>) -> Void, defaultValue: (@Sendable () -> Value)?,
    metadata: (any SchemaProperty)?, access: ColumnAccess?
  ) {
    self.codec = codec
    typedKeyPath = keyPath
    self.get = get
    self.set = set
    self.defaultValue = defaultValue
    isEphemeral = (metadata as? Schema.Attribute)?.isEphemeral ?? false
    super.init(
      place: place, keyPath: keyPath, metadata: metadata, columns: codec.columns(named: place.storedName),
      access: access)
  }

  override var hasDefault: Bool { defaultValue != nil }
  override var valueType: any Any.Type { Value.self }
  override var valueTypeName: String? { codec.valueTypeName }
  override var storageTypeName: String? { codec.storageTypeName }
  override var knownValues: [SQLiteValue]? { codec.knownValues }
  override var encoding: StoredEncoding { codec.encoding }
  override var isStored: Bool { !isEphemeral }
  override var isComposite: Bool { codec.isComposite }
  override var members: [(name: String, type: any Any.Type)] { codec.members }

  override func column(ofMember keyPath: AnyKeyPath) -> ModelColumn? {
    guard let member = codec.memberName(at: keyPath) else { return nil }
    return columns.first { $0.name == "\(storedName).\(member)" }
  }

  override func loadByCodec(into model: AnyObject, from row: borrowing ColumnReader) throws {
    set(typed(model), .loaded(try read(row)))
  }

  override func naming(_ error: SwiftDataError) -> SwiftDataError { error.naming(Model.self, name) }

  override func loadPlaceholder(into model: AnyObject) {
    guard case .fault = get(typed(model)), let value = defaultValue?() ?? codec.placeholder else { return }
    set(typed(model), .loaded(value))
  }

  override func merge(into model: AnyObject, from row: borrowing ColumnReader) throws -> Bool {
    try replace(in: typed(model), with: read(row))
  }

  override func restore(_ value: SQLiteValue, in model: AnyObject) throws {
    _ = try replace(in: typed(model), with: codec.decode(value))
  }

  override func restoration(of model: AnyObject) -> () -> Void {
    let model = typed(model)
    let value = get(model)
    return { model._$record.withMutation(of: model, keyPath: self.typedKeyPath) { self.set(model, value) } }
  }

  override func writeByCodec(_ model: AnyObject, to writer: inout ColumnWriter) throws -> Bool {
    guard case .loaded(let value) = get(typed(model)) else { return false }
    try codec.write(value, to: &writer)
    return true
  }

  override func sqliteValue(of model: AnyObject, _: SaveKeys?) throws -> SQLiteValue {
    try codec.encode(value(of: model))
  }

  override func write(_ value: Value, to writer: inout ColumnWriter) throws {
    do {
      try codec.write(value, to: &writer)
    } catch let error as SwiftDataError {
      throw error.naming(Model.self, name)
    }
  }

  override func writeDefault(to writer: inout ColumnWriter) throws {
    guard let value = defaultValue?() else { return try super.writeDefault(to: &writer) }
    try write(value, to: &writer)
  }

  override func decode(_ stored: SQLiteValue) throws -> Value { try codec.decode(stored) }
  override func value(from column: SQLiteValue) throws -> Any { try codec.decode(column) }
  override func column(of value: Any) throws -> SQLiteValue? { try (value as? Value).map { try codec.encode($0) } }

  override func encodedValue(in row: borrowing ColumnReader) throws -> SQLiteValue {
    holdsValue ? row.anyValue : try codec.encode(codec.read(row))
  }

  override func columnValues(of value: SQLiteValue) throws -> [SQLiteValue] {
    guard isComposite else { return [value] }
    var writer = ColumnWriter()
    try codec.write(codec.decode(value), to: &writer)
    return writer.values
  }

  override func storage(of model: AnyObject) -> Any { get(typed(model)) }

  private func read(_ row: borrowing ColumnReader) throws -> Value {
    do {
      return try codec.read(row)
    } catch let error as SwiftDataError {
      throw error.naming(Model.self, name)
    }
  }

  private func value(of model: AnyObject) throws -> Value {
    guard case .loaded(let value) = get(typed(model)) else { throw SwiftDataError.missingValue(name) }
    return value
  }

  private func replace(in model: Model, with value: Value) -> Bool {
    if case .loaded(let current) = get(model), codec.areEqual(current, value) { return false }
    model._$record.withMutation(of: model, keyPath: typedKeyPath) { set(model, .loaded(value)) }
    return true
  }

  // Sound: only instances of the property's own model type are passed in, see `ModelProperty`.
  private func typed(_ model: AnyObject) -> Model { unsafeDowncast(model, to: Model.self) }
}
