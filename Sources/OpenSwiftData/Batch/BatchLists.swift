/// Writes the lists of rows that have a table of pairs, a list at a time.
struct BatchListWriter {
  let relation: Relation
  private let pairs: PairTable
  private var ends = LinkEnds()
  private var targets: Set<Int64> = []
  private var owners: [Int64] = []

  /// - Throws: `SwiftDataError.invalidBatch` for a relationship that has no such table.
  init(_ relation: Relation, _ connection: Connection) throws {
    guard case .joinTable(let join) = relation.storage else { throw relation.isNotBatchable }
    self.relation = relation
    pairs = PairTable(relation, join, connection)
  }

  /// Changes the list of a row.
  mutating func write(_ given: [Int64], of owner: Int64, instead old: [Int64]) throws {
    let new = given.uniqued
    guard new != old else { return }
    owners.append(owner)
    let (before, after) = (Set(old), Set(new))
    for target in old where !after.contains(target) {
      try pairs.remove(owner, target)
      targets.insert(target)
    }
    for target in new where !before.contains(target) {
      try pairs.add(owner, target, &ends)
      targets.insert(target)
    }
    if case .rearranged = ListOrder(from: old, to: new) { try pairs.order(owner, new, &ends) }
  }

  /// Appends to the list of a row, whatever is in it; what is in it already moves to the end.
  mutating func append(_ given: [Int64], to owner: Int64) throws {
    owners.append(owner)
    for target in given.uniqued {
      try pairs.add(owner, target, &ends)
      targets.insert(target)
    }
  }

  /// Writes the list of a new row.
  mutating func write(_ given: [Int64], ofNew owner: Int64) throws {
    owners.append(owner)
    guard !given.isEmpty else { return }
    try pairs.add(given, toNew: owner, &ends)
    targets.formUnion(given)
  }

  func announce(_ announcements: inout SaveAnnouncements) {
    for target in targets.sorted() { announcements.noteList(relation, of: target) }
    for owner in owners { announcements.noteLimits(relation, of: owner) }
  }
}

/// Adds the same rows to the lists of many rows, or removes them, by one statement for each run of neighbours.
struct BatchMembers {
  private let relation: Relation
  private let join: JoinTable
  private let connection: Connection

  /// - Throws: `SwiftDataError.invalidBatch` for a relationship that has no table of pairs.
  init(_ relation: Relation, _ connection: Connection) throws {
    guard case .joinTable(let join) = relation.storage else { throw relation.isNotBatchable }
    self.relation = relation
    self.join = join
    self.connection = connection
  }

  /// Adds rows at the ends of lists that don't have them; at the other end the owners come last, in their order.
  ///
  /// - Parameter owners: the keys of rows that are there.
  /// - Returns: the rows that became members of a list.
  func add(_ members: [Int64], to owners: RowRanges) throws -> [Int64] {
    try members.uniqued.filter { member in
      let last = "SELECT max(\(join.positionColumn)) FROM \(table) WHERE \(join.ownerColumn) = t.id"
      var (columns, values) = ([join.ownerColumn, join.targetColumn, join.positionColumn], ["t.id", "?1"])
      values.append("coalesce((\(last)), 0) + 1")
      var parameters: [SQLiteValue] = [.integer(member)]
      if let inverse = join.inversePositionColumn {
        columns.append(inverse)
        values.append("?2 + t.id")
        parameters.append(.integer(try lastPlace(join.targetColumn, inverse, of: member)))
      }
      let count = try insert(columns, values, parameters, owners)
      guard relation.isSymmetric else { return count > 0 }
      let place = try lastPlace(join.ownerColumn, join.positionColumn, of: member)
      let others = [join.targetColumn, join.ownerColumn, join.positionColumn]
      return try count + insert(others, ["t.id", "?1", "?2 + t.id"], [.integer(member), .integer(place)], owners) > 0
    }
  }

  /// Removes rows from lists.
  ///
  /// - Returns: the rows that were members of a list.
  func remove(_ members: [Int64], from owners: RowRanges) throws -> [Int64] {
    let (owner, target) = (join.ownerColumn, join.targetColumn)
    return try members.uniqued.filter { member in
      func delete(_ end: String, _ other: String) throws -> Int {
        try run(
          "DELETE FROM \(table) WHERE \(end) = ?1 AND \(RowRanges.condition(other, 2))", [.integer(member)], owners)
      }
      return try delete(target, owner) + (relation.isSymmetric ? delete(owner, target) : 0) > 0
    }
  }

  private var table: String { SQL.quoted(join.name) }

  private func lastPlace(_ column: String, _ place: String, of key: Int64) throws -> Int64 {
    try connection.integer("SELECT max(\(place)) FROM \(table) WHERE \(column) = ?", [.integer(key)])
  }

  private func insert(
    _ columns: [String], _ values: [String], _ parameters: [SQLiteValue], _ owners: RowRanges
  ) throws -> Int {
    try run(
      """
      INSERT OR IGNORE INTO \(table)(\(columns.joined(separator: ", "))) \
      SELECT \(values.joined(separator: ", ")) FROM \(SQL.quoted(relation.owner.tableName)) AS t \
      WHERE \(RowRanges.condition("t.id", parameters.count + 1))
      """, parameters, owners)
  }

  /// - Returns: how many pairs were written.
  private func run(_ sql: String, _ parameters: [SQLiteValue], _ owners: RowRanges) throws -> Int {
    let statement = try connection.statement(sql)
    try statement.bind(parameters)
    var count = 0
    try owners.write(statement, parameters.count + 1, progress: nil) { _ in
      count += connection.changedRowCount
      try WorkProgress.current?.checkCancellation()
    }
    return count
  }
}
