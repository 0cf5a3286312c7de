extension Schema {
  /// An attribute whose value is a flat structure: each member has a column of its own.
  ///
  /// Source: SwiftData, `Schema.CompositeAttribute`, which is a subclass of its `Schema.Attribute`.
  public struct CompositeAttribute: SchemaProperty, Hashable {
    /// The attribute as a whole.
    public let attribute: Attribute
    /// The members, in the order of their declaration.
    public let properties: [Attribute]

    /// The attribute's name.
    public var name: String { attribute.name }
    /// The options in the order given.
    public var options: [Attribute.Option] { attribute.options }
    /// The attribute's name in an earlier version of the schema, if it was renamed.
    public var originalName: String? { attribute.originalName }
    /// The type of the structure, with its optional.
    public var valueType: any Any.Type { attribute.valueType }
    /// A text whose change marks the attribute as changed for migrations.
    public var hashModifier: String? { attribute.hashModifier }
    /// No: an attribute holds a value of its own.
    public var isRelationship: Bool { false }
    /// Whether no two rows may have the same value.
    public var isUnique: Bool { attribute.isUnique }
    /// Whether the value lives in memory only.
    public var isTransient: Bool { attribute.isTransient }
  }
}
