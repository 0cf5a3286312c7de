extension Schema {
  /// The description of one stored property of a model type.
  ///
  /// Source: SwiftData, `Schema.PropertyMetadata`.
  public struct PropertyMetadata: Sendable {
    /// The property's name.
    public let name: String
    /// The property's key path.
    public let keypath: any AnyKeyPath & Sendable
    /// What `@Attribute` or `@Relationship` said of it.
    public let metadata: (any SchemaProperty)?
  }
}
