/// A relationship of an entity in the description of a store.
struct RelationshipDescription: Codable, Hashable, Sendable {
  let name: String
  let destination: String
  /// The subclass of the destination at the other end; nil if it is the destination itself.
  let destinationClass: String?
  /// The property at the other end, if there is one.
  let inverse: String?
  let isToMany: Bool
  let isOptional: Bool
  let deleteRule: Schema.Relationship.DeleteRule
  let minimumModelCount: Int?
  let maximumModelCount: Int?
  let originalName: String?
  let hashModifier: String?
  let storage: RelationshipStorage

  init(_ relation: Relation) {
    let options = relation.property.options
    name = relation.property.storedName
    destination = relation.destination.tableName
    destinationClass = relation.destination.superclass == nil ? nil : relation.destination.entityName
    inverse = relation.inverse?.storedName
    isToMany = relation.isToMany
    isOptional = relation.property.allowsNone
    deleteRule = options.deleteRule
    minimumModelCount = options.minimumModelCount
    maximumModelCount = options.maximumModelCount
    originalName = relation.property.storedName(options.originalName)
    hashModifier = options.hashModifier
    storage = RelationshipStorage(relation)
  }

  /// The subclass that declares the property.
  var owner: String? { name.subclassName }
  /// The class at the other end.
  var target: String { destinationClass ?? destination }

  func combine(into hash: inout StableHash) {
    for text in [name, destination, inverse ?? "", deleteRule.rawValue, hashModifier ?? ""] { hash.combine(text) }
    if let destinationClass { hash.combine(destinationClass) }
    for count in [minimumModelCount, maximumModelCount] { hash.combine(count.map(String.init) ?? "") }
    hash.combine(isToMany)
    hash.combine(isOptional)
    storage.combine(into: &hash)
  }
}

/// The table in which a store keeps a relationship, with the keys of both ends in each row.
///
/// For a relationship to one model that is the entity's own table, with its key and the column of the property.
struct RelationshipStorage: Codable, Hashable, Sendable {
  let table: String
  /// The column with the key of the model that has the relationship.
  let owner: String
  /// The column with the key of the model at the other end.
  let target: String
  /// The column with the position in the owner's order.
  let position: String?
  /// The column with the position in the order at the other end.
  let inversePosition: String?
  /// Whether it is a join table, which holds nothing else.
  let isJoinTable: Bool
  /// Whether the store keeps this end of the relationship and not the other.
  let isKeptHere: Bool

  init(_ relation: Relation) {
    switch relation.storage {
    case .foreignKey: self.init(foreignKey: relation)
    case .inverseForeignKey: self.init(inverseForeignKey: relation)
    case .joinTable(let join): self.init(join)
    }
  }

  private init(foreignKey relation: Relation) {
    table = relation.owner.tableName
    owner = EntityTable.keyColumn
    target = EntityTable.columnName(relation.property.storedName)
    position = nil
    inversePosition = relation.ordersInverse ? EntityTable.positionColumnName(relation.property.storedName) : nil
    (isJoinTable, isKeptHere) = (false, true)
  }

  private init(inverseForeignKey relation: Relation) {
    let inverse = relation.inverse?.storedName ?? ""
    table = relation.destination.tableName
    owner = EntityTable.columnName(inverse)
    target = EntityTable.keyColumn
    position = EntityTable.positionColumnName(inverse)
    inversePosition = nil
    (isJoinTable, isKeptHere) = (false, false)
  }

  private init(_ join: JoinTable) {
    table = join.name
    owner = join.ownerColumn
    target = join.targetColumn
    position = join.positionColumn.filter { $0 != "\"" }
    inversePosition = join.inversePositionColumn?.filter { $0 != "\"" }
    (isJoinTable, isKeptHere) = (true, join.end != .second)
  }

  /// The columns that the relationship adds to the table of its entity.
  var ownColumns: [String] { isJoinTable || !isKeptHere ? [] : [target, inversePosition].compactMap(\.self) }

  func combine(into hash: inout StableHash) {
    for name in [table, owner, target, position ?? "", inversePosition ?? ""] { hash.combine(name) }
    hash.combine(isKeptHere)
  }
}
