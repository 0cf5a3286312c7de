/// The description of a stored property: an attribute or a relationship.
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
  /// Whether the property refers to other models.
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

    /// Whether the value is stored as what a transformer makes of it.
    public var isTransformable: Bool { options.contains { $0.transformerName != nil } }

    /// Always false.
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

extension Schema.Attribute: Hashable {
  /// Whether both descriptions are the same.
  public static func == (left: Schema.Attribute, right: Schema.Attribute) -> Bool {
    left.name == right.name && left.options == right.options && left.valueType == right.valueType
      && left.originalName == right.originalName && left.hashModifier == right.hashModifier
  }

  /// Hashes the name and the options.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(options)
  }
}

extension Schema.Attribute {
  /// One option of an attribute (SwiftData's `Schema.Attribute.Option`).
  public struct Option: Hashable, Sendable {
    private enum Kind: Hashable {
      case unique, preserveValueOnDeletion, externalStorage, ephemeral, codable, allowsCloudEncryption, spotlight
      case transformable(String)
    }

    private let kind: Kind

    /// No two rows have the same value; inserting a model with the value of an existing row updates that row.
    public static let unique = Option(kind: .unique)
    /// The value is kept when the row is deleted, in the history's tombstone.
    public static let preserveValueOnDeletion = Option(kind: .preserveValueOnDeletion)
    /// Large data is kept in a file beside the store.
    public static let externalStorage = Option(kind: .externalStorage)
    /// The value is never written to the store; its changes are observed like those of any property.
    public static let ephemeral = Option(kind: .ephemeral)
    /// The value is stored in one column through its `Codable` conformance, and not in a column for each member.
    public static let codable = Option(kind: .codable)
    /// The value is stored encrypted where the platform can; here it is stored unencrypted.
    public static let allowsCloudEncryption = Option(kind: .allowsCloudEncryption)
    /// The value takes part in system-wide search where the platform has one; here it has no effect.
    public static let spotlight = Option(kind: .spotlight)

    /// The value is stored as what a transformer makes of it.
    ///
    /// Source: SwiftData, `transformable(by:)`, which takes Foundation's `ValueTransformer`; there is none on Linux.
    public static func transformable<Transformer: AttributeTransformer>(by _: Transformer.Type) -> Option {
      Option(kind: .transformable(String(reflecting: Transformer.self)))
    }

    var transformerName: String? {
      if case .transformable(let name) = kind { name } else { nil }
    }
  }
}

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
    /// Always false.
    public var isRelationship: Bool { false }
    /// Whether no two rows may have the same value.
    public var isUnique: Bool { attribute.isUnique }
    /// Whether the value lives in memory only.
    public var isTransient: Bool { attribute.isTransient }
  }
  /// The description of one stored property of a model type.
  ///
  /// Source: SwiftData, `Schema.PropertyMetadata`.
  public struct PropertyMetadata: Sendable {
    /// The property's name.
    public let name: String
    /// The property's key path.
    public let keypath: any AnyKeyPath & Sendable
    /// The description that `@Attribute` or `@Relationship` gives, or nil.
    public let metadata: (any SchemaProperty)?
  }
}
