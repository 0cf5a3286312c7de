/// The statements for the pairs of one relationship, seen from one end.
struct PairTable {
  let relation: Relation
  private let join: JoinTable
  private let connection: Connection
  private let insertion: String
  private let deletion: String
  private let placing: String

  init(_ relation: Relation, _ join: JoinTable, _ connection: Connection) {
    self.relation = relation
    self.join = join
    self.connection = connection
    let name = SQL.quoted(join.name)
    let inverse = join.inversePositionColumn.map { ", \($0)" } ?? ""
    insertion = """
      INSERT OR IGNORE INTO \(name)(\(join.ownerColumn), \(join.targetColumn), \(join.positionColumn)\(inverse)) \
      VALUES(?1, ?2, ?3\(inverse.isEmpty ? "" : ", ?4"))
      """
    let pair = "\(join.ownerColumn) = ?1 AND \(join.targetColumn) = ?2"
    deletion = "DELETE FROM \(name) WHERE \(pair)"
    placing = "UPDATE \(name) SET \(join.positionColumn) = ?3 WHERE \(pair)"
  }

  /// Adds a pair at the ends of both lists.
  func add(_ owner: Int64, _ target: Int64, _ ends: inout LinkEnds) throws {
    let place = try insert(owner, target, &ends)
    // The pair may be there already: its other end was written first.
    if connection.changedRowCount == 0 { try self.place(owner, target, place) }
    if relation.isSymmetric { _ = try insert(target, owner, &ends) }
  }

  /// Adds the pairs of an owner that had none.
  func add(_ targets: [Int64], toNew owner: Int64, _ ends: inout LinkEnds) throws {
    let statement = try connection.statement(insertion)
    defer { statement.reset() }
    try statement.bind(owner, at: 1)
    let places = try join.inversePositionColumn.map {
      try ends.next(of: targets, LinkEnds.Lists(table: join.name, column: join.targetColumn), $0, connection)
    }
    for (offset, target) in targets.enumerated() {
      try statement.bind(target, at: 2)
      try statement.bind(Int64(offset + 1), at: 3)
      if let places { try statement.bind(places[offset], at: 4) }
      _ = try statement.step()
      statement.reset()
    }
    if relation.isSymmetric { for target in targets { _ = try insert(target, owner, &ends) } }
  }

  func remove(_ owner: Int64, _ target: Int64) throws {
    try connection.run(deletion, [.integer(owner), .integer(target)])
    if relation.isSymmetric { try connection.run(deletion, [.integer(target), .integer(owner)]) }
  }

  func order(_ owner: Int64, _ targets: [Int64], _ ends: inout LinkEnds) throws {
    for (offset, target) in targets.enumerated() { try place(owner, target, 1 + Int64(offset)) }
    try ends.reach(Int64(targets.count), of: owner, ownLists, join.positionColumn, connection)
  }

  /// - Returns: the place in the owner's list.
  private func insert(_ owner: Int64, _ target: Int64, _ ends: inout LinkEnds) throws -> Int64 {
    let place = try ends.next(of: [owner], ownLists, join.positionColumn, connection)[0]
    var values: [SQLiteValue] = [.integer(owner), .integer(target), .integer(place)]
    if let position = join.inversePositionColumn {
      let lists = LinkEnds.Lists(table: join.name, column: join.targetColumn)
      values.append(.integer(try ends.next(of: [target], lists, position, connection)[0]))
    }
    try connection.run(insertion, values)
    return place
  }

  private var ownLists: LinkEnds.Lists { LinkEnds.Lists(table: join.name, column: join.ownerColumn) }

  private func place(_ owner: Int64, _ target: Int64, _ place: Int64) throws {
    try connection.run(placing, [.integer(owner), .integer(target), .integer(place)])
  }
}

/// The last places of the lists that one save adds pairs to, each looked up once.
struct LinkEnds {
  /// The lists at one end of the pairs, each with the key of its owner.
  struct Lists: Hashable {
    let table: String
    let column: String
  }

  private var places: [Lists: [Int64: Int64]] = [:]

  /// Takes the places after the last ones of some lists.
  ///
  /// - Complexity: O(1) for each list, and a look-up in an index the first time.
  mutating func next(
    of owners: [Int64], _ lists: Lists, _ position: String, _ connection: Connection
  ) throws -> [Int64] {
    // Taken out and put back, so that the strings are hashed once for all owners.
    var last = places.removeValue(forKey: lists) ?? [:]
    defer { places[lists] = last }
    return try owners.map { owner in
      let place = try (last[owner] ?? stored(owner, lists, position, connection)) + 1
      last[owner] = place
      return place
    }
  }

  mutating func reach(
    _ place: Int64, of owner: Int64, _ lists: Lists, _ position: String, _ connection: Connection
  ) throws {
    let last = try places[lists]?[owner] ?? stored(owner, lists, position, connection)
    places[lists, default: [:]][owner] = max(place, last)
  }

  private func stored(
    _ owner: Int64, _ lists: Lists, _ position: String, _ connection: Connection
  ) throws -> Int64 {
    try connection.integer(
      "SELECT max(\(position)) FROM \(SQL.quoted(lists.table)) WHERE \(lists.column) = ?", [.integer(owner)])
  }
}
