/// Where the pairs of a relationship come from when a schema changes.
struct RelationChange: Sendable {
  /// The entity that the relationship is a property of, and is kept with.
  let entity: String
  let new: RelationshipDescription
  /// The relationship that it was, or that its other end was; nil if it is new.
  let old: RelationshipDescription?
  /// Whether the old one is seen from the other end.
  let isReversed: Bool
  /// Whether the relationship is one of a class that has no rows yet.
  private let isOfNewClass: Bool
  /// Why the change can't be made without code, nil if it can.
  let obstacle: String?

  init(
    _ new: RelationshipDescription, of entity: EntityDescription, from old: SchemaDescription,
    to schema: SchemaDescription
  ) {
    self.entity = entity.name
    self.new = new
    let own = old.entity(entity.name).flatMap { $0.relationshipRenames(to: entity).predecessor(of: new) }
    if let own, own.destination == new.destination {
      (self.old, isReversed) = (own, false)
    } else {
      self.old = Self.otherEnd(of: new, entity, from: old, to: schema)
      isReversed = true
    }
    isOfNewClass = new.owner.map { old.entity(entity.name)?.holds($0) != true } ?? false
    obstacle = isOfNewClass ? nil : Self.obstacle(entity, new, own, self.old, old.entity(entity.name))
  }

  /// "Entity.property".
  var name: String { "\(entity).\(new.name)" }

  /// Whether the pairs stay where they are.
  var isKept: Bool { !isReversed && old?.storage == new.storage }

  /// Whether there may be no model at the other end before, but not after.
  var becomesRequired: Bool {
    !isOfNewClass && !new.isToMany && !new.isOptional && (isReversed || old?.isOptional == true)
  }

  private static func otherEnd(
    of relationship: RelationshipDescription, _ entity: EntityDescription, from old: SchemaDescription,
    to schema: SchemaDescription
  ) -> RelationshipDescription? {
    guard let destination = schema.entity(relationship.destination), let before = old.entity(relationship.destination),
      let inverse = relationship.inverse.flatMap(destination.relationship),
      let source = before.relationshipRenames(to: destination).predecessor(of: inverse),
      source.destination == entity.name
    else { return nil }
    return source
  }

  private static func obstacle(
    _ entity: EntityDescription, _ new: RelationshipDescription, _ own: RelationshipDescription?,
    _ source: RelationshipDescription?, _ before: EntityDescription?
  ) -> String? {
    let name = "\(entity.name).\(new.name)"
    guard let before else { return nil }
    if let own, own.destination != new.destination || new.destinationClass ?? own.target != own.target {
      return "\(name) led to \(own.target) and leads to \(new.target): give it another name, or set it in a "
        + "custom migration stage."
    }
    if own == nil, let attribute = before.attribute(new.name), !before.attributeRenames(to: entity).keeps(new.name) {
      return "\(name) was \(attribute.typeName) and is a relationship to \(new.destination): give it another name, or "
        + "set it in a custom migration stage."
    }
    guard source == nil, !new.isToMany, !new.isOptional else { return nil }
    return "\(name) was added and is not optional: make it optional, or set it in a custom migration stage."
  }
}
