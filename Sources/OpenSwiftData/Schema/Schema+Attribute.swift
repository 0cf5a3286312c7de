extension Schema {
  /// An attribute of an entity, or the options that `@Attribute` gives one.
  ///
  /// Source: SwiftData, `Schema.Attribute`.
  public struct Attribute: SchemaProperty {
    /// The attribute's name; empty in a description that `@Attribute` wrote.
    public let name: String
    /// The options in the order given.
    public let options: [Option]
    /// The attribute's name in an earlier version of the schema, if it was renamed.
    public let originalName: String?
    /// The type of the values, with its optional; `Any` in a description that `@Attribute` wrote.
    public let valueType: any Any.Type
    /// A text whose change marks the attribute as changed for migrations.
    public let hashModifier: String?

    /// Whether no two rows may have the same value.
    public var isUnique: Bool { options.contains(.unique) }

    /// Whether the value lives in memory only.
    public var isEphemeral: Bool { options.contains(.ephemeral) }

    /// Whether the value lives in memory only; another name of `isEphemeral`.
    public var isTransient: Bool { isEphemeral }

    /// Whether a transformer makes what is stored.
    public var isTransformable: Bool { options.contains { $0.transformerName != nil } }

    /// No: an attribute holds a value of its own.
    public var isRelationship: Bool { false }

    /// Creates the description of an attribute.
    public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
      self.init(name: "", options, valueType: Any.self, originalName: originalName, hashModifier: hashModifier)
    }

    init(
      name: String, _ options: [Option], valueType: any Any.Type, originalName: String? = nil,
      hashModifier: String? = nil
    ) {
      self.name = name
      self.options = options
      self.valueType = valueType
      self.originalName = originalName
      self.hashModifier = hashModifier
    }
  }
}
