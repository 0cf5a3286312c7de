/// Writes the lists of rows that have a table of pairs, a list at a time.
final class BatchListWriter {
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
  func write(_ given: [Int64], of owner: Int64, instead old: [Int64]) throws {
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
  func append(_ given: [Int64], to owner: Int64) throws {
    owners.append(owner)
    for target in given.uniqued {
      try pairs.add(owner, target, &ends)
      targets.insert(target)
    }
  }

  /// Writes the list of a new row.
  func write(_ given: [Int64], ofNew owner: Int64) throws {
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
      let own = (join.positionColumn, "coalesce((\(last)), 0) + 1")
      let ends = (owner: join.ownerColumn, member: join.targetColumn)
      let place = try join.inversePositionColumn.map { try lastPlace(ends.member, $0, of: member) } ?? 0
      let places = [own] + (join.inversePositionColumn.map { [($0, Self.nextPlace)] } ?? [])
      let count = try insert(ends, member, places, after: place, owners)
      guard relation.isSymmetric else { return count > 0 }
      let lastOwn = try lastPlace(ends.owner, join.positionColumn, of: member)
      return try count
        + insert((ends.member, ends.owner), member, [(join.positionColumn, Self.nextPlace)], after: lastOwn, owners) > 0
    }
  }

  /// Removes rows from lists.
  ///
  /// - Returns: the rows that were members of a list.
  func remove(_ members: [Int64], from owners: RowRanges) throws -> [Int64] {
    let (owner, target) = (join.ownerColumn, join.targetColumn)
    return try members.uniqued.filter { member in
      func delete(_ end: String, _ other: String) throws -> Int {
        let statement = try connection.statement(
          "DELETE FROM \(table) WHERE \(end) = ?1 AND \(RowRanges.condition(other, 2))")
        try statement.bind(member, at: 1)
        return try run(statement, 2, owners)
      }
      return try delete(target, owner) + (relation.isSymmetric ? delete(owner, target) : 0) > 0
    }
  }

  private var table: String { SQL.quoted(join.name) }

  /// The places after the last one, which is parameter 2.
  private static let nextPlace = "?2 + row_number() OVER (ORDER BY t.id)"

  private func lastPlace(_ column: String, _ place: String, of key: Int64) throws -> Int64 {
    try connection.integer("SELECT max(\(place)) FROM \(table) WHERE \(column) = ?", [.integer(key)])
  }

  /// Inserts the pairs that are not there.
  ///
  /// - Parameters:
  ///   - ends: the columns of the owners and of the member.
  ///   - places: the columns of positions, and the expressions for them.
  /// - Returns: how many pairs were inserted.
  private func insert(
    _ ends: (owner: String, member: String), _ member: Int64, _ places: [(column: String, value: String)],
    after last: Int64, _ owners: RowRanges
  ) throws -> Int {
    let columns = [ends.owner, ends.member] + places.map(\.column)
    let values = ["t.id", "?1"] + places.map(\.value)
    let statement = try connection.statement(
      """
      INSERT INTO \(table)(\(columns.joined(separator: ", "))) SELECT \(values.joined(separator: ", ")) \
      FROM \(SQL.quoted(relation.owner.tableName)) AS t WHERE \(RowRanges.condition("t.id", 3)) AND NOT EXISTS \
      (SELECT 1 FROM \(table) WHERE \(ends.owner) = t.id AND \(ends.member) = ?1)
      """)
    try statement.bind([.integer(member), .integer(last)])
    return try run(statement, 3, owners) { try statement.bind(last + Int64($0), at: 2) }
  }

  /// - Parameter didWrite: called with the number of pairs written so far.
  /// - Returns: how many pairs were written.
  private func run(
    _ statement: Statement, _ parameter: Int, _ owners: RowRanges, didWrite: (Int) throws -> Void = { _ in }
  ) throws -> Int {
    var count = 0
    try owners.write(statement, parameter, progress: nil) { _ in
      count += connection.changedRowCount
      try didWrite(count)
      try WorkProgress.current?.checkCancellation()
    }
    return count
  }
}
