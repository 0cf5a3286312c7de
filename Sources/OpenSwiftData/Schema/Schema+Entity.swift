extension Schema {
  /// One kind of model: its name, its attributes, what it inherits, and its table.
  ///
  /// Source: SwiftData, `Schema.Entity`.
  public struct Entity: Sendable {
    /// The name of the model type; that of the entity at the root of a hierarchy is the name of the table too.
    public var name: String { properties.entityName }

    /// The names of the stored properties: the inherited ones, then the entity's own in the order of their declaration.
    public var storedPropertyNames: [String] { properties.all.map(\.name) }

    let hierarchy: EntityHierarchy
    /// The place in the hierarchy.
    let index: Int

    private var member: EntityHierarchy.Member { hierarchy.members[index] }

    var properties: ModelProperties { member.properties }
    /// The relationships, by their ordinals.
    var relations: [Relation] { member.relations }
    /// The relationships of all entities that lead here, or to an entity above, and have no inverse.
    var incoming: [Relation] { member.incoming }

    /// Whether its models are at an end of a relationship.
    var isRelated: Bool { !relations.isEmpty || !incoming.isEmpty }

    /// Whether the table is this entity's.
    var isRoot: Bool { index == 0 }
  }
}
