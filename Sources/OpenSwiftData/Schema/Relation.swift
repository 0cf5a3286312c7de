/// A relationship of a schema with what is known only once all entities are: its other end, and where it is kept.
struct Relation: Sendable {
  /// Where the store keeps a relationship.
  enum Storage: Sendable {
    /// A column of the entity's own table holds the key at the other end.
    case foreignKey
    /// The column of the inverse, in the table at the other end; a second column holds the place in the order.
    case inverseForeignKey(RelationshipProperty)
    /// A table of pairs.
    case joinTable(JoinTable)
  }

  let owner: ModelProperties
  let property: RelationshipProperty
  let destination: ModelProperties
  /// The property at the other end; nil if there is none, or if others share it.
  let inverse: RelationshipProperty?
  /// The relationships that share an inverse with this one, or whose inverse this one is; nil if there are none.
  let shared: SharedInverse?
  let storage: Storage

  init(owner: ModelProperties, property: RelationshipProperty, _ inference: InverseInference) {
    self.owner = owner
    self.property = property
    let inverse = inference.inverse(of: property)
    self.inverse = inverse
    shared = inference.sharedInverse(of: property)
    destination = property.target._$properties
    storage = Self.storage(owner, property, destination, inverse)
  }

  var slot: Int { property.slot }
  var isToMany: Bool { property.isToMany }
  var deleteRule: Schema.Relationship.DeleteRule { property.options.deleteRule }

  /// Whether the models at the other end are kept in an order that their own table records.
  var ordersInverse: Bool { !isToMany && inverse?.isToMany == true }

  /// Whether its column may lead to a row that is gone, which counts as nil: the rule at the other end is to leave it.
  var mayDangle: Bool { !isToMany && property.allowsNone && inverse?.options.deleteRule == .noAction }

  /// The property that the schema names as the other end.
  var namedInverse: RelationshipProperty? { inverse ?? shared?.inverse(of: property) }

  /// Whether both ends are the same property, as with friends of friends.
  var isSymmetric: Bool { inverse === property }

  private static func storage(
    _ owner: ModelProperties, _ property: RelationshipProperty, _ destination: ModelProperties,
    _ inverse: RelationshipProperty?
  ) -> Storage {
    guard property.isToMany else { return .foreignKey }
    if let inverse, !inverse.isToMany { return .inverseForeignKey(inverse) }
    let own = "\(owner.entityName).\(property.name)"
    guard let inverse, inverse !== property else { return .joinTable(JoinTable(name: own, end: .only)) }
    let other = "\(destination.entityName).\(inverse.name)"
    return .joinTable(own < other ? JoinTable(name: own, end: .first) : JoinTable(name: other, end: .second))
  }
}
