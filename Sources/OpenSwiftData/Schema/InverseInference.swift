/// Finds the other end of each relationship of some entities.
///
/// An inverse that one of both ends names stands. Without a name two relationships belong together if each is the only
/// one between its entity and the other. An entity's relationships to itself are never joined by guessing: a mother is
/// not the inverse of a father. A relationship belongs to the class that declares it, and its inverse leads to
/// exactly that class.
struct InverseInference {
  private var inverses: [ObjectIdentifier: RelationshipProperty] = [:]

  init(_ entities: [ModelProperties]) {
    for entity in entities { joinNamed(of: entity) }
    for entity in entities { joinUnnamed(of: entity) }
  }

  /// The property at the other end, or nil if the relationship has one direction only.
  func inverse(of property: RelationshipProperty) -> RelationshipProperty? { inverses[ObjectIdentifier(property)] }

  private mutating func joinNamed(of entity: ModelProperties) {
    for property in entity.ownRelationships {
      let destination = property.target._$properties
      guard let keyPath = property.options.inverseKeyPath,
        let inverse = destination.property(for: keyPath) as? RelationshipProperty,
        inverse.target == entity.modelType, destination.own.contains(where: { $0 === inverse })
      else { continue }
      join(property, with: inverse)
    }
  }

  private mutating func joinUnnamed(of entity: ModelProperties) {
    for property in entity.ownRelationships {
      let destination = property.target._$properties
      guard destination !== entity, isOnlyOpen(property, from: entity, to: destination),
        let inverse = openRelationships(from: destination, to: entity).first,
        isOnlyOpen(inverse, from: destination, to: entity)
      else { continue }
      join(property, with: inverse)
    }
  }

  private mutating func join(_ property: RelationshipProperty, with inverse: RelationshipProperty) {
    inverses[ObjectIdentifier(property)] = inverse
    inverses[ObjectIdentifier(inverse)] = property
  }

  private func isOnlyOpen(
    _ property: RelationshipProperty, from entity: ModelProperties, to destination: ModelProperties
  ) -> Bool {
    let open = openRelationships(from: entity, to: destination)
    return open.count == 1 && open.first === property
  }

  private func openRelationships(
    from entity: ModelProperties, to destination: ModelProperties
  ) -> [RelationshipProperty] {
    entity.ownRelationships.filter { $0.target == destination.modelType && inverse(of: $0) == nil }
  }
}
