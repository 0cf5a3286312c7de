extension Schema {
  /// A relationship of an entity, or the options that `@Relationship` gives one.
  ///
  /// Source: SwiftData, `Schema.Relationship`.
  public struct Relationship: SchemaProperty {
    /// What happens to the other end when a model is deleted.
    public enum DeleteRule: String, Hashable, Codable, Sendable {
      /// The reference at the other end is removed.
      case nullify
      /// The other end is deleted too.
      case cascade
      /// The deletion is refused while there is a model at the other end.
      case deny
      /// The reference stays and leads nowhere.
      case noAction
    }

    /// One option of a relationship.
    public enum Option: Hashable, Sendable {
      /// No two models refer to the same one; accepted for source compatibility, but not checked.
      case unique
    }

    /// The relationship's name; empty in a description that `@Relationship` wrote.
    public let name: String
    /// The options in the order given.
    public let options: [Option]
    /// What happens to the other end when a model is deleted.
    public let deleteRule: DeleteRule
    /// The smallest number of models at the other end.
    public let minimumModelCount: Int?
    /// The largest number of models at the other end, 0 for any.
    public let maximumModelCount: Int?
    /// The relationship's name in an earlier version of the schema, if it was renamed.
    public let originalName: String?
    /// The key path of the relationship at the other end, if `@Relationship` named it or the schema found it.
    public let inverseKeyPath: (any AnyKeyPath & Sendable)?
    /// The name of the relationship at the other end, if the schema knows one.
    public let inverseName: String?
    /// The name of the entity at the other end; empty in a description that `@Relationship` wrote.
    public let destination: String
    /// The type of the property, with its optional or its list; `Any` in a description that `@Relationship` wrote.
    public let valueType: any Any.Type
    /// A text whose change marks the relationship as changed for migrations.
    public let hashModifier: String?

    /// Creates the description of a relationship.
    public init(
      _ options: Option..., deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = 0,
      maximumModelCount: Int? = 0, originalName: String? = nil, inverse: (any AnyKeyPath & Sendable)? = nil,
      hashModifier: String? = nil
    ) {
      name = ""
      self.options = options
      self.deleteRule = deleteRule
      self.minimumModelCount = minimumModelCount
      self.maximumModelCount = maximumModelCount
      self.originalName = originalName
      inverseKeyPath = inverse
      inverseName = nil
      destination = ""
      valueType = Any.self
      self.hashModifier = hashModifier
    }

    /// Describes a relationship of a schema, in which the other end is known.
    init(_ relation: Relation) {
      let options = relation.property.options
      name = relation.property.name
      self.options = options.options
      deleteRule = options.deleteRule
      minimumModelCount = options.minimumModelCount
      maximumModelCount = options.maximumModelCount
      originalName = options.originalName
      inverseKeyPath = relation.namedInverse?.keyPath
      inverseName = relation.namedInverse?.name
      destination = relation.destination.entityName
      valueType = type(of: relation.property.keyPath as AnyKeyPath).valueType
      hashModifier = options.hashModifier
    }
  }
}

extension Schema.Relationship {
  /// Whether there is at most one model at the other end.
  public var isToOneRelationship: Bool { !((valueType as? any RelationshipValue.Type)?._isToMany ?? false) }

  /// Always true.
  public var isRelationship: Bool { true }

  /// Whether the relationship was given the option `unique`.
  public var isUnique: Bool { options.contains(.unique) }

  /// Always false: a relationship is stored.
  public var isTransient: Bool { false }
}

extension Schema.Relationship: Hashable {
  /// Whether both descriptions are the same.
  public static func == (left: Schema.Relationship, right: Schema.Relationship) -> Bool {
    left.name == right.name && left.destination == right.destination && left.inverseKeyPath == right.inverseKeyPath
      && left.options == right.options && left.deleteRule == right.deleteRule
      && left.minimumModelCount == right.minimumModelCount && left.maximumModelCount == right.maximumModelCount
      && left.originalName == right.originalName && left.hashModifier == right.hashModifier
      && left.valueType == right.valueType
  }

  /// Hashes the name, the rule and the other end.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(deleteRule)
    hasher.combine(destination)
  }
}
