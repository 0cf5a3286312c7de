/// Finds the inverse of each relationship of some entities.
///
/// An inverse that either end names is used. Several relationships that name the same one share it, see
/// `SharedInverse`. Without a name two relationships are inverses if each is the only one between its entity and the
/// other, and the entities differ: a mother is not the inverse of a father. A relationship belongs to the class that
/// declares it, and its inverse refers to exactly that class.
struct InverseInference {
  private var inverses: [ObjectIdentifier: RelationshipProperty] = [:]
  private var shared: [ObjectIdentifier: SharedInverse] = [:]
  /// Groups of relationships that name each other so that none is the inverse of all others, as "Entity.property".
  private(set) var tangles: [[String]] = []

  init(_ entities: [ModelProperties]) {
    var links = InverseLinks()
    for entity in entities { links.add(entity) }
    for group in links.groups { join(group) }
    for entity in entities { joinUnnamed(of: entity) }
  }

  /// Nil if the relationship has no inverse or shares one.
  func inverse(of property: RelationshipProperty) -> RelationshipProperty? { inverses[ObjectIdentifier(property)] }

  /// The relationships that share an inverse with one, or whose inverse it is.
  func sharedInverse(of property: RelationshipProperty) -> SharedInverse? { shared[ObjectIdentifier(property)] }

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

/// The graph of the relationships that name each other as inverses.
private struct InverseLinks {
  enum Group {
    /// Two relationships, or one that is its own inverse.
    case pair(RelationshipProperty, RelationshipProperty)
    /// One that is the inverse of several.
    case star(SharedInverse)
    /// Anything else, as "Entity.property".
    case tangle([String])
  }

  /// A relationship and those that it is linked to, in the order of their declaration.
  private struct Node {
    let property: RelationshipProperty
    let owner: ModelProperties
    var others: [ObjectIdentifier] = []
    /// The one that it names itself.
    var named: ObjectIdentifier?

    var name: String { "\(owner.entityName).\(property.name)" }
  }

  private var nodes: [ObjectIdentifier: Node] = [:]
  private var order: [ObjectIdentifier] = []

  /// Adds the inverses that an entity's own relationships name.
  mutating func add(_ entity: ModelProperties) {
    for property in entity.ownRelationships {
      let destination = property.target._$properties
      guard let keyPath = property.options.inverseKeyPath,
        let inverse = destination.property(for: keyPath) as? RelationshipProperty,
        inverse.target == entity.modelType, destination.own.contains(where: { $0 === inverse })
      else { continue }
      link(property, of: entity, to: inverse, of: destination)
    }
  }

  private mutating func link(
    _ property: RelationshipProperty, of entity: ModelProperties, to inverse: RelationshipProperty,
    of destination: ModelProperties
  ) {
    let (one, other) = (ObjectIdentifier(property), ObjectIdentifier(inverse))
    for (key, node) in [
      (one, Node(property: property, owner: entity)), (other, Node(property: inverse, owner: destination)),
    ]
    where nodes[key] == nil {
      nodes[key] = node
      order.append(key)
    }
    nodes[one]?.named = other
    guard nodes[one]?.others.contains(other) == false else { return }
    nodes[one]?.others.append(other)
    if one != other { nodes[other]?.others.append(one) }
  }

  /// The groups, in the order in which their first relationships were declared.
  var groups: [Group] {
    var seen: Set<ObjectIdentifier> = []
    return order.compactMap { seen.contains($0) ? nil : group(connectedTo: $0, &seen) }
  }

  private func group(connectedTo first: ObjectIdentifier, _ seen: inout Set<ObjectIdentifier>) -> Group {
    var found: [Node] = []
    var pending = [first]
    while let key = pending.popLast() {
      guard seen.insert(key).inserted, let node = nodes[key] else { continue }
      found.append(node)
      pending += node.others
    }
    let hubs = found.filter { $0.others.count > 1 }
    guard let hub = hubs.first else { return .pair(found[0].property, (found.last ?? found[0]).property) }
    guard hubs.count == 1, !hub.others.contains(ObjectIdentifier(hub.property)) else {
      return .tangle(found.map(\.name).sorted())
    }
    return .star(star(around: hub))
  }

  /// Puts the relationship that the hub names itself first, and the others in the order of their declaration.
  private func star(around hub: Node) -> SharedInverse {
    let branches = hub.others.sorted { left, right in
      if left == hub.named || right == hub.named { return left == hub.named && right != hub.named }
      return (nodes[left]?.property.slot ?? 0) < (nodes[right]?.property.slot ?? 0)
    }
    return SharedInverse(
      center: hub.property, centerOwner: hub.owner, branches: branches.compactMap { nodes[$0]?.property })
  }
}

/// Relationships of one model type, the branches, that all name the same one, the center, as their inverse.
///
/// The center refers to the model that has this one in one of its branches: a bush's garden is the one that has it in
/// its list of leading bushes, or of trailing ones, or in both. Each branch has its own members, so each is stored by
/// itself, like a relationship without inverse; a context keeps them consistent.
final class SharedInverse: Sendable {
  let center: RelationshipProperty
  let centerOwner: ModelProperties
  /// The relationships that name it or that it names; its own changes go to the first.
  let branches: [RelationshipProperty]

  init(center: RelationshipProperty, centerOwner: ModelProperties, branches: [RelationshipProperty]) {
    self.center = center
    self.centerOwner = centerOwner
    self.branches = branches
  }

  /// "Entity.property" of the center.
  var name: String { "\(centerOwner.entityName).\(center.name)" }

  /// The inverse that the schema reports for one of the relationships.
  func inverse(of property: RelationshipProperty) -> RelationshipProperty? {
    property === center ? branches.first : center
  }
}
