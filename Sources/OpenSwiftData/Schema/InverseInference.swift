/// Finds the other end of each relationship of some entities.
///
/// An inverse that one of both ends names stands. Without a name two relationships belong together if each is the only
/// one between its entity and the other. An entity's relationships to itself are never joined by guessing: a mother is
/// not the inverse of a father.
struct InverseInference {
  private struct End: Hashable {
    let entity: ObjectIdentifier
    let slot: Int

    init(_ entity: ModelProperties, _ property: RelationshipProperty) {
      self.entity = ObjectIdentifier(entity)
      slot = property.slot
    }
  }

  private var inverses: [End: RelationshipProperty] = [:]

  init(_ entities: [ModelProperties]) {
    for entity in entities { joinNamed(of: entity) }
    for entity in entities { joinUnnamed(of: entity) }
  }

  /// The property at the other end, or nil if the relationship has one direction only.
  func inverse(of property: RelationshipProperty, in entity: ModelProperties) -> RelationshipProperty? {
    inverses[End(entity, property)]
  }

  private mutating func joinNamed(of entity: ModelProperties) {
    for property in entity.relationships {
      let destination = property.target._$properties
      guard let keyPath = property.options.inverseKeyPath,
        let inverse = destination.property(for: keyPath) as? RelationshipProperty,
        inverse.target == entity.modelType
      else { continue }
      join(property, of: entity, with: inverse, of: destination)
    }
  }

  private mutating func joinUnnamed(of entity: ModelProperties) {
    for property in entity.relationships {
      let destination = property.target._$properties
      guard destination !== entity, isOnlyOpen(property, from: entity, to: destination),
        let inverse = openRelationships(from: destination, to: entity).first,
        isOnlyOpen(inverse, from: destination, to: entity)
      else { continue }
      join(property, of: entity, with: inverse, of: destination)
    }
  }

  private mutating func join(
    _ property: RelationshipProperty, of entity: ModelProperties, with inverse: RelationshipProperty,
    of destination: ModelProperties
  ) {
    inverses[End(entity, property)] = inverse
    inverses[End(destination, inverse)] = property
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
    entity.relationships.filter { $0.target == destination.modelType && inverses[End(entity, $0)] == nil }
  }
}
