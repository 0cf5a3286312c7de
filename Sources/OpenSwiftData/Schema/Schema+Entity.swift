extension Schema {
  /// One kind of model: its name, its attributes and its table.
  ///
  /// Source: SwiftData, `Schema.Entity`.
  public struct Entity: Sendable {
    /// The name of the model type, which is the name of the table too.
    public var name: String { properties.entityName }

    /// The names of the stored properties, in the order of their declaration.
    public var storedPropertyNames: [String] { properties.all.map(\.name) }

    let properties: ModelProperties
    /// The relationships, in the order of their declaration.
    let relations: [Relation]
    /// The relationships of all entities that lead here and have no inverse.
    let incoming: [Relation]

    /// Whether its models are at an end of a relationship.
    var isRelated: Bool { !relations.isEmpty || !incoming.isEmpty }
  }
}
