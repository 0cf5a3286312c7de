extension Schema {
  /// The options of a relationship between two entities.
  ///
  /// Source: SwiftData, `Schema.Relationship`.
  public struct Relationship: SchemaProperty {
    /// What happens to the other end when a model is deleted.
    public enum DeleteRule: String, Hashable, Codable, Sendable {
      /// The other end forgets this one.
      case nullify
      /// The other end is deleted too.
      case cascade
      /// The deletion is refused while there is another end.
      case deny
      /// Nothing: the reference stays and leads nowhere.
      case noAction
    }

    /// One option of a relationship.
    public enum Option: Hashable, Sendable {
      /// The relationship's values may be shared; accepted for source compatibility.
      case unique
    }

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
    /// The key path of the relationship at the other end.
    public let inverseKeyPath: (any AnyKeyPath & Sendable)?
    /// A text whose change marks the relationship as changed for migrations.
    public let hashModifier: String?

    /// Creates the description of a relationship.
    public init(
      _ options: Option..., deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = 0,
      maximumModelCount: Int? = 0, originalName: String? = nil, inverse: (any AnyKeyPath & Sendable)? = nil,
      hashModifier: String? = nil
    ) {
      self.options = options
      self.deleteRule = deleteRule
      self.minimumModelCount = minimumModelCount
      self.maximumModelCount = maximumModelCount
      self.originalName = originalName
      self.inverseKeyPath = inverse
      self.hashModifier = hashModifier
    }
  }
}
