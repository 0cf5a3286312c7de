/// What the schema knows of one stored property.
///
/// Source: SwiftData, `SchemaProperty`.
public protocol SchemaProperty: Sendable {
  /// The property's name; empty in a description that `@Attribute` or `@Relationship` wrote.
  var name: String { get }
  /// The property's name in an earlier version of the schema, if it was renamed.
  var originalName: String? { get }
  /// The type of the property's values, with its optional; `Any` if the description has no name.
  var valueType: any Any.Type { get }
  /// A text whose change marks the property as changed for migrations.
  var hashModifier: String? { get }
  /// Whether the property leads to other models.
  var isRelationship: Bool { get }
  /// Whether no two rows may have the same value.
  var isUnique: Bool { get }
  /// Whether the value lives in memory only.
  var isTransient: Bool { get }
}

extension SchemaProperty {
  /// Whether the property holds a value of its own.
  public var isAttribute: Bool { !isRelationship }

  /// Whether the property may be nil.
  public var isOptional: Bool { valueType is any OptionalType.Type }
}
