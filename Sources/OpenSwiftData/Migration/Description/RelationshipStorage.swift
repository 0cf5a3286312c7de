/// Where a store keeps the pairs of a relationship: a table with the keys of both ends, one pair in each row.
///
/// For a relationship to one model that is the entity's own table, with its key and the column of the property.
struct RelationshipStorage: Codable, Hashable, Sendable {
  /// The table, not quoted.
  let table: String
  /// The column with the key of the model that has the relationship.
  let owner: String
  /// The column with the key of the model at the other end.
  let target: String
  /// The column with the place in the owner's order.
  let position: String?
  /// The column with the place in the order at the other end.
  let inversePosition: String?
  /// Whether the table exists for the pairs only.
  let isJoinTable: Bool
  /// Whether it is this end that the store keeps, and not the other.
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
