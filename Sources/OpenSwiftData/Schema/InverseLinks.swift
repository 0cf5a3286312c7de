/// Which relationships name which as their inverse.
struct InverseLinks {
  /// Relationships that belong together.
  enum Group {
    /// Two, or one that is its own inverse.
    case pair(RelationshipProperty, RelationshipProperty)
    /// One that is the inverse of several.
    case star(SharedInverse)
    /// Anything else, as "Entity.property".
    case tangle([String])
  }

  /// A relationship and those that it is linked to, in the order in which they were declared.
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

  /// What the hub names itself comes first, then the others in the order of their declaration.
  private func star(around hub: Node) -> SharedInverse {
    let branches = hub.others.sorted { left, right in
      if left == hub.named || right == hub.named { return left == hub.named && right != hub.named }
      return (nodes[left]?.property.slot ?? 0) < (nodes[right]?.property.slot ?? 0)
    }
    return SharedInverse(
      center: hub.property, centerOwner: hub.owner, branches: branches.compactMap { nodes[$0]?.property })
  }
}
