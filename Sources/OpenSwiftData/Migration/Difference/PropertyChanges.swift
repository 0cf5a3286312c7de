/// How the values of one attribute of a new schema are derived from the old one.
struct AttributeChange: Sendable {
  let new: AttributeDescription
  /// The attribute that it was; nil if it is new.
  let old: AttributeDescription?
  /// How the old values become the new ones; nil if that needs code.
  let conversion: ValueConversion?
  /// Whether the attribute belongs to a class that has no rows yet.
  let isOfNewClass: Bool

  init(_ new: AttributeDescription, was old: AttributeDescription?, isOfNewClass: Bool = false) {
    self.new = new
    self.old = old
    self.isOfNewClass = isOfNewClass
    conversion = old.flatMap { ValueConversion(from: $0, to: new) }
  }

  /// Whether at most the name changes.
  var keepsValues: Bool { conversion?.isIdentity == true && new.isOptional == old?.isOptional }
  /// Whether the value is nil in all rows at first.
  var beginsEmpty: Bool { old == nil && (isOfNewClass || new.isOptional && !new.hasDefault) }
  /// Whether an optional attribute becomes required, so that old rows may lack a value.
  var becomesRequired: Bool { !new.isOptional && old?.isOptional == true }

  /// Why the change needs code; nil if it does not.
  func obstacle(in entity: String) -> String? {
    let name = "\(entity).\(new.name)"
    guard let old else {
      guard !new.isOptional, !new.hasDefault, !isOfNewClass else { return nil }
      return "\(name) was added and is not optional: give it a default value, or make it optional, or set it in a "
        + "custom migration stage."
    }
    guard conversion == nil else { return nil }
    return "\(name) was \(old.typeName) and is \(new.typeName), and values can't be converted without code: keep "
      + "the type, or add a custom migration stage."
  }
}

extension AttributeDescription {
  /// The type for messages, with the encoding if it is not the plain one.
  var typeName: String {
    let type = valueType ?? columns.map(\.type).joined(separator: ", ")
    guard let encoding, encoding != .plain else { return type }
    return "\(type) (\(encoding.name))"
  }
}

/// How the pairs of one relationship of a new schema are derived from the old one.
struct RelationChange: Sendable {
  /// The entity that declares the relationship at the end that the store keeps.
  let entity: String
  let new: RelationshipDescription
  /// What the relationship or its other end was; nil if it is new.
  let old: RelationshipDescription?
  /// Whether `old` was the other end.
  let isReversed: Bool
  /// Whether the relationship belongs to a class that has no rows yet.
  private let isOfNewClass: Bool
  /// Why the change needs code; nil if it does not.
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

  var name: String { "\(entity).\(new.name)" }
  /// Whether the pairs stay where they are.
  var isKept: Bool { !isReversed && old?.storage == new.storage }

  /// Whether an optional relationship becomes required, so that old rows may lack a model at the other end.
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
