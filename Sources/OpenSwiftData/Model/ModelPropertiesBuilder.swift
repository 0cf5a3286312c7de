import Foundation

/// Collects the stored properties of a model type; used by the code that `@Model` generates.
///
/// There is one `add` for each way to store a property: the property's type selects it.
public final class ModelPropertiesBuilder<Model: PersistentModel> {
  private var properties: [ModelProperty] = []
  private var indexes: [[AnyKeyPath]] = []
  private var uniques: [[AnyKeyPath]] = []
  private var fullText: [AnyKeyPath] = []
  private let inherited: ModelProperties?

  private init(_ inherited: ModelProperties?) { self.inherited = inherited }

  /// Builds the table of a model type.
  ///
  /// - Parameters:
  ///   - inherited: the table of the model type that this one inherits from.
  ///   - body: adds the properties that the type declares itself; their slots are counted from 0.
  public static func build(
    inheriting inherited: ModelProperties? = nil, _ body: (ModelPropertiesBuilder<Model>) -> Void
  ) -> ModelProperties {
    let builder = ModelPropertiesBuilder(inherited)
    body(builder)
    // Made once: making it takes longer than making a model.
    let fault: any BackingData<Model> & Sendable = FaultBackingData<Model>()
    return ModelProperties(
      modelType: Model.self, inherited: inherited, own: builder.properties, indexes: builder.indexes,
      uniques: builder.uniques, fullText: builder.fullText,
      makeIdentifierKeyPaths: { [\Model.persistentModelID, \Model.id] },
      makeFault: { Model(backingData: fault) },
      // Sound: the table of a model type only gets that type's instances, see `ModelProperty`.
      asModel: { unsafeDowncast($0, to: Model.self) })
  }

  /// Declares the indexes of `#Index`.
  public func index(_ keyPaths: [PartialKeyPath<Model>]...) { indexes += keyPaths }

  /// Declares the indexes of `#Index` with their kinds.
  public func index(_ indices: Schema.Index<Model>.Types<Model>...) { indexes += indices.map(\.keyPaths) }

  /// Declares the constraints of `#Unique`.
  public func unique(_ keyPaths: [PartialKeyPath<Model>]...) { uniques += keyPaths }

  /// Declares the indexes of `#FullTextIndex`.
  public func fullText(_ keyPaths: PartialKeyPath<Model>...) { fullText += keyPaths }

  // MARK: - Standard types

  /// Adds a property of a standard type.
  @inlinable
  public func add<Value: ColumnValue>(
    _ name: String, _ keyPath: any KeyPath<Model, Value> & Sendable, slot: Int,
    get: @escaping @Sendable (Model) -> PersistedValue<Value>,
    set: @escaping @Sendable (Model, PersistedValue<Value>) -> Void, default: (@Sendable () -> Value)? = nil,
    metadata: (any SchemaProperty)? = nil
  ) {
    add(name, keyPath, slot, get, set, `default`, metadata, ColumnAccess(get: get, set: set))
  }

  @usableFromInline
  func add<Value: ColumnValue>(
    _ name: String, _ keyPath: any KeyPath<Model, Value> & Sendable, _ slot: Int,
    _ get: @escaping @Sendable (Model) -> PersistedValue<Value>,
    _ set: @escaping @Sendable (Model, PersistedValue<Value>) -> Void, _ default: (@Sendable () -> Value)?,
    _ metadata: (any SchemaProperty)?, _ access: ColumnAccess
  ) {
    append(ColumnCodec<Value>(), name, keyPath, slot, get, set, `default`, metadata, access)
  }

  // MARK: - Enumerations

  /// Adds a property of an enumeration type with raw values.
  public func add<Value: RawRepresentable & Codable>(
    _ name: String, _ keyPath: any KeyPath<Model, Value> & Sendable, slot: Int,
    get: @escaping @Sendable (Model) -> PersistedValue<Value>,
    set: @escaping @Sendable (Model, PersistedValue<Value>) -> Void, default: (@Sendable () -> Value)? = nil,
    metadata: (any SchemaProperty)? = nil
  ) where Value.RawValue: ColumnValue {
    guard !has(.codable, metadata) else {
      return append(JSONCodec<Value>(), name, keyPath, slot, get, set, `default`, metadata)
    }
    append(RawCodec<Value>(), name, keyPath, slot, get, set, `default`, metadata)
  }

  /// Adds a property of an optional enumeration type with raw values.
  public func add<Value: RawRepresentable & Codable>(
    _ name: String, _ keyPath: any KeyPath<Model, Value?> & Sendable, slot: Int,
    get: @escaping @Sendable (Model) -> PersistedValue<Value?>,
    set: @escaping @Sendable (Model, PersistedValue<Value?>) -> Void, default: (@Sendable () -> Value?)? = nil,
    metadata: (any SchemaProperty)? = nil
  ) where Value.RawValue: ColumnValue {
    guard !has(.codable, metadata) else {
      return append(JSONCodec<Value?>(), name, keyPath, slot, get, set, `default`, metadata)
    }
    append(OptionalCodec(wrapped: RawCodec<Value>()), name, keyPath, slot, get, set, `default`, metadata)
  }

  // MARK: - Other types

  /// Adds a property of any other `Codable` type: with a column for each member if it is flat, or else as JSON.
  @_disfavoredOverload
  public func add<Value: Codable>(
    _ name: String, _ keyPath: any KeyPath<Model, Value> & Sendable, slot: Int,
    get: @escaping @Sendable (Model) -> PersistedValue<Value>,
    set: @escaping @Sendable (Model, PersistedValue<Value>) -> Void, default: (@Sendable () -> Value)? = nil,
    metadata: (any SchemaProperty)? = nil
  ) {
    guard !has(.codable, metadata), let codec = CompositeCodec<Value>() else {
      return append(JSONCodec<Value>(), name, keyPath, slot, get, set, `default`, metadata)
    }
    append(codec, name, keyPath, slot, get, set, `default`, metadata)
  }

  /// Adds a property of any other optional `Codable` type.
  @_disfavoredOverload
  public func add<Value: Codable>(
    _ name: String, _ keyPath: any KeyPath<Model, Value?> & Sendable, slot: Int,
    get: @escaping @Sendable (Model) -> PersistedValue<Value?>,
    set: @escaping @Sendable (Model, PersistedValue<Value?>) -> Void, default: (@Sendable () -> Value?)? = nil,
    metadata: (any SchemaProperty)? = nil
  ) {
    guard !has(.codable, metadata), let codec = OptionalCompositeCodec<Value>() else {
      return append(JSONCodec<Value?>(), name, keyPath, slot, get, set, `default`, metadata)
    }
    append(codec, name, keyPath, slot, get, set, `default`, metadata)
  }

  /// Explains at compile time why a property of any other type can't be stored.
  @available(
    *, unavailable,
    message: "a stored property of a model is Codable, a model, or an array of models; '@Transient' leaves others out"
  )
  @_disfavoredOverload
  public func add<Value>(
    _ name: String, _ keyPath: any KeyPath<Model, Value> & Sendable, slot: Int,
    get: @escaping @Sendable (Model) -> PersistedValue<Value>,
    set: @escaping @Sendable (Model, PersistedValue<Value>) -> Void, default: (@Sendable () -> Value)? = nil,
    metadata: (any SchemaProperty)? = nil
  ) {}

  /// Adds a property whose values a transformer converts.
  public func add<Transformer: AttributeTransformer>(
    _ name: String, _ keyPath: any KeyPath<Model, Transformer.Value> & Sendable, slot: Int,
    get: @escaping @Sendable (Model) -> PersistedValue<Transformer.Value>,
    set: @escaping @Sendable (Model, PersistedValue<Transformer.Value>) -> Void,
    default: (@Sendable () -> Transformer.Value)? = nil, metadata: (any SchemaProperty)? = nil,
    transformer _: Transformer.Type
  ) {
    append(TransformerCodec<Transformer>(), name, keyPath, slot, get, set, `default`, metadata)
  }

  /// Adds an optional property whose values a transformer converts; nil is NULL.
  public func add<Transformer: AttributeTransformer>(
    _ name: String, _ keyPath: any KeyPath<Model, Transformer.Value?> & Sendable, slot: Int,
    get: @escaping @Sendable (Model) -> PersistedValue<Transformer.Value?>,
    set: @escaping @Sendable (Model, PersistedValue<Transformer.Value?>) -> Void,
    default: (@Sendable () -> Transformer.Value?)? = nil, metadata: (any SchemaProperty)? = nil,
    transformer _: Transformer.Type
  ) {
    let codec = OptionalCodec(wrapped: TransformerCodec<Transformer>())
    append(codec, name, keyPath, slot, get, set, `default`, metadata)
  }

  /// Adds a property of data, which may be stored in a file beside the store.
  public func add(
    _ name: String, _ keyPath: any KeyPath<Model, Data> & Sendable, slot: Int,
    get: @escaping @Sendable (Model) -> PersistedValue<Data>,
    set: @escaping @Sendable (Model, PersistedValue<Data>) -> Void, default: (@Sendable () -> Data)? = nil,
    metadata: (any SchemaProperty)? = nil
  ) {
    guard has(.externalStorage, metadata) else {
      return append(ColumnCodec<Data>(), name, keyPath, slot, get, set, `default`, metadata)
    }
    append(ExternalDataCodec(), name, keyPath, slot, get, set, `default`, metadata)
  }

  /// Adds a property of optional data, which may be stored in a file beside the store.
  public func add(
    _ name: String, _ keyPath: any KeyPath<Model, Data?> & Sendable, slot: Int,
    get: @escaping @Sendable (Model) -> PersistedValue<Data?>,
    set: @escaping @Sendable (Model, PersistedValue<Data?>) -> Void, default: (@Sendable () -> Data?)? = nil,
    metadata: (any SchemaProperty)? = nil
  ) {
    guard has(.externalStorage, metadata) else {
      return append(ColumnCodec<Data?>(), name, keyPath, slot, get, set, `default`, metadata)
    }
    append(OptionalCodec(wrapped: ExternalDataCodec()), name, keyPath, slot, get, set, `default`, metadata)
  }

  /// Adds a relationship to one model, to one or none, or to many.
  public func add<Value: RelationshipValue>(
    _ name: String, _ keyPath: any KeyPath<Model, Value> & Sendable, slot: Int,
    get: @escaping @Sendable (Model) -> PersistedValue<Value>,
    set: @escaping @Sendable (Model, PersistedValue<Value>) -> Void, default: (@Sendable () -> Value)? = nil,
    metadata: (any SchemaProperty)? = nil
  ) {
    let inheritedCount = inherited?.relationships.count ?? 0
    let ordinal = inheritedCount + properties.count { $0 is RelationshipProperty }
    properties.append(
      TypedRelationshipProperty(
        place: place(name, slot), ordinal: ordinal, keyPath: keyPath, get: get, set: set, metadata: metadata))
  }

  // MARK: - Collecting

  private func append<Codec: AttributeCodec>(
    _ codec: Codec, _ name: String, _ keyPath: any KeyPath<Model, Codec.Value> & Sendable, _ slot: Int,
    _ get: @escaping @Sendable (Model) -> PersistedValue<Codec.Value>,
    _ set: @escaping @Sendable (Model, PersistedValue<Codec.Value>) -> Void,
    _ defaultValue: (@Sendable () -> Codec.Value)?, _ metadata: (any SchemaProperty)?, _ access: ColumnAccess? = nil
  ) {
    properties.append(
      AttributeProperty<Model, Codec, Codec.Value>(
        codec, place: place(name, slot), keyPath: keyPath, get: get, set: set, defaultValue: defaultValue,
        metadata: metadata, access: access))
  }

  private func place(_ name: String, _ slot: Int) -> PropertyPlace {
    PropertyPlace(
      name: name, slot: slot + (inherited?.count ?? 0),
      owner: inherited == nil ? nil : StoredTypeName.name(of: Model.self))
  }

  private func has(_ option: Schema.Attribute.Option, _ metadata: (any SchemaProperty)?) -> Bool {
    (metadata as? Schema.Attribute)?.options.contains(option) ?? false
  }
}
