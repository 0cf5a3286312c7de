/// Finds the other end of each relationship of some entities.
///
/// An inverse that one of both ends names stands. If several relationships name the same one they share it, see
/// `SharedInverse`. Without a name two relationships belong together if each is the only one between its entity and the
/// other. An entity's relationships to itself are never joined by guessing: a mother is not the inverse of a father. A
/// relationship belongs to the class that declares it, and its inverse leads to exactly that class.
struct InverseInference {
  private var inverses: [ObjectIdentifier: RelationshipProperty] = [:]
  private var shared: [ObjectIdentifier: SharedInverse] = [:]
  /// Relationships that name each other in such a way that no end can answer for the others, as "Entity.property".
  private(set) var tangles: [[String]] = []

  init(_ entities: [ModelProperties]) {
    var links = InverseLinks()
    for entity in entities { links.add(entity) }
    for group in links.groups { join(group) }
    for entity in entities { joinUnnamed(of: entity) }
  }

  /// The property at the other end, or nil if the relationship has one direction only, or shares its inverse.
  func inverse(of property: RelationshipProperty) -> RelationshipProperty? { inverses[ObjectIdentifier(property)] }

  /// The relationships that share an inverse with one, or whose inverse it is; nil if there are none.
  func sharedInverse(of property: RelationshipProperty) -> SharedInverse? { shared[ObjectIdentifier(property)] }

  // MARK: - With a name

  private mutating func join(_ group: InverseLinks.Group) {
    switch group {
    case .pair(let one, let other):
      join(one, with: other)
    case .star(let star):
      for property in [star.center] + star.branches { shared[ObjectIdentifier(property)] = star }
    case .tangle(let names):
      tangles.append(names)
    }
  }

  private mutating func join(_ property: RelationshipProperty, with inverse: RelationshipProperty) {
    inverses[ObjectIdentifier(property)] = inverse
    inverses[ObjectIdentifier(inverse)] = property
  }

  // MARK: - Without

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

  private func isOnlyOpen(
    _ property: RelationshipProperty, from entity: ModelProperties, to destination: ModelProperties
  ) -> Bool {
    let open = openRelationships(from: entity, to: destination)
    return open.count == 1 && open.first === property
  }

  private func openRelationships(
    from entity: ModelProperties, to destination: ModelProperties
  ) -> [RelationshipProperty] {
    entity.ownRelationships.filter {
      $0.target == destination.modelType && inverse(of: $0) == nil && sharedInverse(of: $0) == nil
    }
  }
}
