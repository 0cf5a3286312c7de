extension Schema.Attribute {
  /// One option of an attribute.
  ///
  /// Source: SwiftData, `Schema.Attribute.Option`.
  public struct Option: Hashable, Sendable {
    private enum Kind: Hashable {
      case unique
      case preserveValueOnDeletion
      case externalStorage
      case ephemeral
      case codable
      case allowsCloudEncryption
      case spotlight
      case transformable(String)
    }

    private let kind: Kind

    /// No two rows have the same value; inserting a model with a value that is there already updates its row.
    public static let unique = Option(kind: .unique)
    /// The value is kept when the row is deleted, in the history's tombstone.
    public static let preserveValueOnDeletion = Option(kind: .preserveValueOnDeletion)
    /// Large data is kept in a file beside the store.
    public static let externalStorage = Option(kind: .externalStorage)
    /// The value is never written to the store; changes of it are observed like those of others.
    public static let ephemeral = Option(kind: .ephemeral)
    /// The value is stored as one, through its `Codable` conformance, rather than in a column for each member.
    public static let codable = Option(kind: .codable)
    /// The value is stored encrypted where the platform can; here it is stored as it is.
    public static let allowsCloudEncryption = Option(kind: .allowsCloudEncryption)
    /// The value takes part in system-wide search where the platform has one; here it has no effect.
    public static let spotlight = Option(kind: .spotlight)

    /// The value is stored as what a transformer makes of it.
    ///
    /// Source: SwiftData, `transformable(by:)`, which takes Foundation's `ValueTransformer`; there is none on Linux.
    public static func transformable<Transformer: AttributeTransformer>(by _: Transformer.Type) -> Option {
      Option(kind: .transformable(String(reflecting: Transformer.self)))
    }

    /// The name of the transformer type, or nil.
    var transformerName: String? {
      if case .transformable(let name) = kind { name } else { nil }
    }
  }
}
