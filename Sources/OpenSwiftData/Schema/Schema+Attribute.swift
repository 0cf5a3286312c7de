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
    /// One option of an attribute.
    public enum Option: Hashable, Sendable {
      /// No two rows have the same value.
      case unique
      /// The value is kept when the row is deleted, in the history's tombstone.
      case preserveValueOnDeletion
      /// Large data may be kept in a file beside the store.
      case externalStorage
      /// The value is never written to the store.
      case ephemeral
      /// The value is stored through its `Codable` conformance.
      case codable
      /// The value is stored encrypted where the platform can; here it is stored as it is.
      case allowsCloudEncryption
      /// The value takes part in system-wide search where the platform has one; here it has no effect.
      case spotlight
    }

    /// The options in the order given.
    public let options: [Option]
    /// The attribute's name in an earlier version of the schema, if it was renamed.
    public let originalName: String?
    /// A text whose change marks the attribute as changed for migrations.
    public let hashModifier: String?

    /// Whether no two rows may have the same value.
    public var isUnique: Bool { options.contains(.unique) }

    /// Creates the description of an attribute.
    public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
      self.options = options
      self.originalName = originalName
      self.hashModifier = hashModifier
    }
  }
}
