extension Schema {
  /// The entity of one model type: its name, its properties, what it inherits, and its table.
  ///
  /// Source: SwiftData, `Schema.Entity`.
  public struct Entity: Sendable {
    /// The name of the model type; that of the entity at the root of a hierarchy is the name of the table too.
    public var name: String { properties.entityName }

    /// The names of the stored properties: the inherited ones, then the entity's own in the order of declaration.
    public var storedPropertyNames: [String] { properties.all.map(\.name) }

    let hierarchy: EntityHierarchy
    let index: Int

    private var member: EntityHierarchy.Member { hierarchy.members[index] }
    var properties: ModelProperties { member.properties }
    /// The relationships, by their ordinals.
    var relations: [Relation] { member.relations }
    /// The relationships without inverse, of all entities, that refer to this one or one that it inherits from.
    var incoming: [Relation] { member.incoming }
    var isRelated: Bool { !relations.isEmpty || !incoming.isEmpty }
    /// Whether the entity inherits from no other one, so that the table is its own.
    var isRoot: Bool { index == 0 }
  }
}

extension Schema.Entity {
  /// The descriptions of the stored properties, in the order of their declaration.
  public var storedProperties: [any SchemaProperty] { properties.all.map(description) }

  /// The stored properties by their names.
  public var storedPropertiesByName: [String: any SchemaProperty] {
    Dictionary(uniqueKeysWithValues: storedProperties.map { ($0.name, $0) })
  }

  /// The attributes; a composite one is a single attribute here, see `storedProperties` for its members.
  public var attributes: Set<Schema.Attribute> { Set(attributesByName.values) }

  /// The attributes by their names.
  public var attributesByName: [String: Schema.Attribute] {
    Dictionary(uniqueKeysWithValues: properties.all.filter { $0.destination == nil }.map { ($0.name, $0.attribute) })
  }

  /// The relationships, each with its other end.
  public var relationships: Set<Schema.Relationship> { Set(relationshipsByName.values) }

  /// The relationships by their names, each with its other end.
  public var relationshipsByName: [String: Schema.Relationship] {
    Dictionary(uniqueKeysWithValues: relations.map { ($0.property.name, Schema.Relationship($0)) })
  }

  /// The columns of each constraint that `.unique` and `#Unique` declare.
  public var uniquenessConstraints: [[String]] { properties.uniques }

  /// The columns of each index that `#Index` declares.
  public var indices: [[String]] { properties.indexes }

  private func description(of property: ModelProperty) -> any SchemaProperty {
    if let relation = relations.first(where: { $0.property === property }) { return Schema.Relationship(relation) }
    guard property.isComposite else { return property.attribute }
    return Schema.CompositeAttribute(
      attribute: property.attribute,
      properties: property.members.map { Schema.Attribute(name: $0.name, [], valueType: $0.type) })
  }
}

extension ModelProperty {
  fileprivate var attribute: Schema.Attribute {
    let declared = metadata as? Schema.Attribute
    return Schema.Attribute(
      name: name, declared?.options ?? [], valueType: type(of: keyPath as AnyKeyPath).valueType,
      originalName: declared?.originalName, hashModifier: declared?.hashModifier)
  }
}

extension Schema.Entity {
  /// The entity that this one inherits from, or nil.
  public var superentity: Schema.Entity? {
    hierarchy.members[index].parent.map { Schema.Entity(hierarchy: hierarchy, index: $0) }
  }

  /// The name of the entity that this one inherits from, or nil.
  public var superentityName: String? { superentity?.name }

  /// The entities that inherit from this one directly.
  public var subentities: Set<Schema.Entity> {
    Set(hierarchy.children(of: index).map { Schema.Entity(hierarchy: hierarchy, index: $0) })
  }

  /// The names of the entity and of all that inherit from it, at all levels.
  var familyNames: [String] { hierarchy.family(of: index).map(\.properties.entityName) }

  /// The stored properties that the entity inherits.
  public var inheritedProperties: [any SchemaProperty] { superentity?.storedProperties ?? [] }

  /// The stored properties that the entity inherits, by their names.
  public var inheritedPropertiesByName: [String: any SchemaProperty] { superentity?.storedPropertiesByName ?? [:] }
}

extension Schema.Entity: Hashable {
  /// Whether both are the entity of the same model type.
  public static func == (left: Schema.Entity, right: Schema.Entity) -> Bool {
    left.properties.modelType == right.properties.modelType
  }

  /// Hashes the model type.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(properties.modelType)) }
}
