/// The lists with limits that a save changes; their rows are counted once everything is written.
///
/// The models in memory can't tell: an unread list changes with its members, with others' saves, and with deletions.
struct LimitedLists {
  private struct Owners {
    let relation: Relation
    var keys: Set<Int64> = []
  }

  private var lists: [ObjectIdentifier: Owners] = [:]

  /// Notes a list that may become too short or too long; one without limits is ignored.
  mutating func note(_ relation: Relation, of owner: Int64) {
    guard relation.property.memberLimits != nil else { return }
    lists[ObjectIdentifier(relation.property), default: Owners(relation: relation)].keys.insert(owner)
  }

  /// Counts the members of the noted lists whose owners exist.
  ///
  /// - Throws: `SwiftDataError.relationshipCount`.
  /// - Complexity: one statement for each relationship with limits whose lists were changed.
  func check(on connection: Connection) throws {
    for owners in lists.values {
      for (_, count) in try owners.relation.counts(of: owners.keys, on: connection) {
        try owners.relation.property.memberLimits?.check(count, of: owners.relation)
      }
    }
  }
}

extension Relation {
  /// The lengths of the lists of some owners; owners without a row are left out.
  fileprivate func counts(of owners: Set<Int64>, on connection: Connection) throws -> [Int64: Int] {
    let statement = try connection.statement(countSQL)
    defer { statement.reset() }
    try statement.bind([.text(SQLiteValue.jsonList(owners))])
    var counts: [Int64: Int] = [:]
    while try statement.step() { counts[statement.integer(0)] = Int(statement.integer(1)) }
    return counts
  }

  private var countSQL: String {
    let (table, column) =
      switch storage {
      case .foreignKey: (owner.tableName, EntityTable.keyColumn)
      case .inverseForeignKey(let inverse): (destination.tableName, EntityTable.column(inverse))
      case .joinTable(let join): (join.name, join.ownerColumn)
      }
    return """
      SELECT o.\(EntityTable.keyColumn), (SELECT count(*) FROM \(SQL.quoted(table)) AS m \
      WHERE m.\(column) = o.\(EntityTable.keyColumn)) FROM \(SQL.quoted(owner.tableName)) AS o \
      WHERE o.\(EntityTable.keyColumn) IN (SELECT value FROM json_each(?))
      """
  }
}
