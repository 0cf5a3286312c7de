/// A relationship of a schema, with its inverse and where it is stored.
// A class, because each read of a relationship gets one, and to copy all of it would take longer than the look-up.
final class Relation: Sendable {
  enum Storage: Sendable {
    /// A column of the entity's own table holds the key at the other end.
    case foreignKey
    /// The column of the inverse, in the table at the other end; a second column holds the position in the list.
    case inverseForeignKey(RelationshipProperty)
    case joinTable(JoinTable)
  }

  let owner: ModelProperties
  let property: RelationshipProperty
  let destination: ModelProperties
  /// The property at the other end; nil if there is none, or if others share it.
  let inverse: RelationshipProperty?
  /// The relationships that share an inverse with this one, or whose inverse this one is.
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
  /// Whether the inverse is a list, whose order is recorded in the table of this relationship's owner.
  var ordersInverse: Bool { !isToMany && inverse?.isToMany == true }
  /// Whether its column may name a deleted row, which counts as nil: the delete rule of the inverse is `.noAction`.
  var mayDangle: Bool { !isToMany && property.allowsNone && inverse?.options.deleteRule == .noAction }
  /// The property that the schema reports as the inverse.
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

/// The join table of a relationship, seen from one of its ends.
struct JoinTable: Hashable, Sendable {
  enum End: Hashable, Sendable {
    /// There is no inverse, or it is the same property.
    case only
    /// The end that the table is named after.
    case first
    case second
  }

  /// The unquoted name: entity and property of the first end.
  let name: String
  let end: End

  /// The column with the key of the model that has the relationship.
  var ownerColumn: String { end == .second ? "target" : "owner" }
  /// The column with the key at the other end.
  var targetColumn: String { end == .second ? "owner" : "target" }
  /// The column with the position in the owner's list.
  var positionColumn: String { end == .second ? "\"inverse.position\"" : "position" }
  /// The column with the position in the list at the other end.
  var inversePositionColumn: String? {
    switch end {
    case .only: nil
    case .first: "\"inverse.position\""
    case .second: "position"
    }
  }

  /// The statements that create the table, whose index finds the end of a list at once, however long it is.
  var creationSQL: [String] {
    let table = SQL.quoted(name)
    let inverse = end == .only ? "" : " \"inverse.position\" INTEGER NOT NULL DEFAULT 0,"
    let positions = end == .only ? "" : ", \"inverse.position\""
    return [
      """
      CREATE TABLE \(table)(owner INTEGER NOT NULL, target INTEGER NOT NULL, position INTEGER NOT NULL,\(inverse) \
      PRIMARY KEY(owner, target)) WITHOUT ROWID
      """,
      "CREATE INDEX \(SQL.quoted(name + ".target")) ON \(table)(target\(positions))",
    ]
  }
}

/// The minimum and maximum number of models in a relationship to many.
struct MemberLimits: Sendable {
  private let minimum: Int
  /// 0 for any number.
  private let maximum: Int

  /// Nil if any number is allowed.
  init?(_ options: Schema.Relationship) {
    (minimum, maximum) = (options.minimumModelCount ?? 0, options.maximumModelCount ?? 0)
    guard minimum > 0 || maximum > 0 else { return nil }
  }

  /// Throws `SwiftDataError.relationshipCount` if there are too few or too many models.
  func check(_ count: Int, of relation: Relation) throws {
    if count < minimum { throw SwiftDataError.relationshipCount(relation.fullName, count, "at least \(minimum)") }
    if maximum > 0, count > maximum {
      throw SwiftDataError.relationshipCount(relation.fullName, count, "at most \(maximum)")
    }
  }
}

extension Relation {
  /// "Entity.property".
  var fullName: String { "\(owner.entityName).\(property.name)" }
}
