/// Collects the stored properties of a model type; used by the code that `@Model` writes.
public final class ModelPropertiesBuilder<Model: PersistentModel> {
  private var properties: [ModelProperty] = []
  private var indexes: [[AnyKeyPath]] = []
  private var uniques: [[AnyKeyPath]] = []

  private init() {}

  /// Builds the table of a model type.
  public static func build(_ body: (ModelPropertiesBuilder<Model>) -> Void) -> ModelProperties {
    let builder = ModelPropertiesBuilder()
    body(builder)
    return ModelProperties(
      modelType: Model.self, all: builder.properties, indexes: builder.indexes, uniques: builder.uniques,
      identifierKeyPaths: [\Model.persistentModelID, \Model.id],
      makeFault: { Model(backingData: FaultBackingData<Model>()) })
  }

  /// Declares the indexes of `#Index`.
  public func index(_ keyPaths: [PartialKeyPath<Model>]...) { indexes += keyPaths }

  /// Declares the constraints of `#Unique`.
  public func unique(_ keyPaths: [PartialKeyPath<Model>]...) { uniques += keyPaths }

  /// Adds a property of a standard type.
  public func add<Value: ColumnValue>(
    _ name: String, _ keyPath: any KeyPath<Model, Value> & Sendable, slot: Int,
    get: @escaping @Sendable (Model) -> PersistedValue<Value>,
    set: @escaping @Sendable (Model, PersistedValue<Value>) -> Void, default: (@Sendable () -> Value)? = nil,
    metadata: (any SchemaProperty)? = nil
  ) {
    append(ColumnCodec<Value>.self, name, keyPath, slot, get, set, `default`, metadata)
  }

  /// Adds a property of an enumeration type with raw values.
  public func add<Value: RawRepresentable & Codable>(
    _ name: String, _ keyPath: any KeyPath<Model, Value> & Sendable, slot: Int,
    get: @escaping @Sendable (Model) -> PersistedValue<Value>,
    set: @escaping @Sendable (Model, PersistedValue<Value>) -> Void, default: (@Sendable () -> Value)? = nil,
    metadata: (any SchemaProperty)? = nil
  ) where Value.RawValue: ColumnValue {
    append(RawCodec<Value>.self, name, keyPath, slot, get, set, `default`, metadata)
  }

  /// Adds a property of an optional enumeration type with raw values.
  public func add<Value: RawRepresentable & Codable>(
    _ name: String, _ keyPath: any KeyPath<Model, Value?> & Sendable, slot: Int,
    get: @escaping @Sendable (Model) -> PersistedValue<Value?>,
    set: @escaping @Sendable (Model, PersistedValue<Value?>) -> Void, default: (@Sendable () -> Value?)? = nil,
    metadata: (any SchemaProperty)? = nil
  ) where Value.RawValue: ColumnValue {
    append(OptionalCodec<RawCodec<Value>>.self, name, keyPath, slot, get, set, `default`, metadata)
  }

  /// Adds a property of any other type that can be encoded.
  @_disfavoredOverload
  public func add<Value: Codable>(
    _ name: String, _ keyPath: any KeyPath<Model, Value> & Sendable, slot: Int,
    get: @escaping @Sendable (Model) -> PersistedValue<Value>,
    set: @escaping @Sendable (Model, PersistedValue<Value>) -> Void, default: (@Sendable () -> Value)? = nil,
    metadata: (any SchemaProperty)? = nil
  ) {
    append(JSONCodec<Value>.self, name, keyPath, slot, get, set, `default`, metadata)
  }

  func append(_ property: ModelProperty) { properties.append(property) }

  var relationshipCount: Int { properties.count { $0 is RelationshipProperty } }

  private func append<Codec: AttributeCodec>(
    _: Codec.Type, _ name: String, _ keyPath: any KeyPath<Model, Codec.Value> & Sendable, _ slot: Int,
    _ get: @escaping @Sendable (Model) -> PersistedValue<Codec.Value>,
    _ set: @escaping @Sendable (Model, PersistedValue<Codec.Value>) -> Void,
    _ defaultValue: (@Sendable () -> Codec.Value)?, _ metadata: (any SchemaProperty)?
  ) {
    append(
      AttributeProperty<Model, Codec>(
        name: name, slot: slot, keyPath: keyPath, get: get, set: set, defaultValue: defaultValue, metadata: metadata))
  }
}
