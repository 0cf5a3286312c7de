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

  /// The stored properties that the entities above declare.
  public var inheritedProperties: [any SchemaProperty] { superentity?.storedProperties ?? [] }

  /// The stored properties that the entities above declare, by their names.
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
