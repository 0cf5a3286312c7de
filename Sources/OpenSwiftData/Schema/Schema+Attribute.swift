/// What the schema knows of one stored property beside its type.
///
/// Source: SwiftData, `SchemaProperty`.
public protocol SchemaProperty: Sendable {
  /// The property's name in an earlier version of the schema, if it was renamed.
  var originalName: String? { get }
  /// A text whose change marks the property as changed for migrations.
  var hashModifier: String? { get }
}

extension Schema {
  /// The options of a stored attribute.
  ///
  /// Source: SwiftData, `Schema.Attribute`.
  public struct Attribute: SchemaProperty, Hashable {
    /// The options in the order given.
    public let options: [Option]
    /// The attribute's name in an earlier version of the schema, if it was renamed.
    public let originalName: String?
    /// A text whose change marks the attribute as changed for migrations.
    public let hashModifier: String?

    /// Whether no two rows may have the same value.
    public var isUnique: Bool { options.contains(.unique) }

    /// Whether the value lives in memory only.
    public var isEphemeral: Bool { options.contains(.ephemeral) }

    /// Creates the description of an attribute.
    public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
      self.options = options
      self.originalName = originalName
      self.hashModifier = hashModifier
    }
  }
}
