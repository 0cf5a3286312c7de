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
  let inverse: RelationshipProperty?
  let storage: Storage

  init(owner: ModelProperties, property: RelationshipProperty, inverse: RelationshipProperty?) {
    self.owner = owner
    self.property = property
    self.inverse = inverse
    destination = property.target._$properties
    storage = Self.storage(owner, property, destination, inverse)
  }

  var slot: Int { property.slot }
  var isToMany: Bool { property.isToMany }
  var deleteRule: Schema.Relationship.DeleteRule { property.options.deleteRule }

  /// Whether the models at the other end are kept in an order that their own table records.
  var ordersInverse: Bool { !isToMany && inverse?.isToMany == true }

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
