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
    for (offset, target) in targets.enumerated() {
      try statement.bind(target, at: 2)
      try statement.bind(Int64(offset + 1), at: 3)
      if let position = join.inversePositionColumn {
        let list = LinkEnds.List(table: join.name, column: join.targetColumn, key: target)
        try statement.bind(ends.next(of: list, position, connection), at: 4)
      }
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
    try ends.reach(Int64(targets.count), of: list(of: owner), join.positionColumn, connection)
  }

  /// - Returns: the place in the owner's list.
  private func insert(_ owner: Int64, _ target: Int64, _ ends: inout LinkEnds) throws -> Int64 {
    let place = try ends.next(of: list(of: owner), join.positionColumn, connection)
    var values: [SQLiteValue] = [.integer(owner), .integer(target), .integer(place)]
    if let position = join.inversePositionColumn {
      let list = LinkEnds.List(table: join.name, column: join.targetColumn, key: target)
      values.append(.integer(try ends.next(of: list, position, connection)))
    }
    try connection.run(insertion, values)
    return place
  }

  private func list(of owner: Int64) -> LinkEnds.List {
    LinkEnds.List(table: join.name, column: join.ownerColumn, key: owner)
  }

  private func place(_ owner: Int64, _ target: Int64, _ place: Int64) throws {
    try connection.run(placing, [.integer(owner), .integer(target), .integer(place)])
  }
}

/// The last places of the lists that one save adds pairs to, each looked up once.
struct LinkEnds {
  struct List: Hashable {
    let table: String
    let column: String
    let key: Int64
  }

  private var places: [List: Int64] = [:]

  /// Takes the place after the last one of a list.
  ///
  /// - Complexity: O(1), and a look-up in an index the first time.
  mutating func next(of list: List, _ position: String, _ connection: Connection) throws -> Int64 {
    let place = try (places[list] ?? stored(list, position, connection)) + 1
    places[list] = place
    return place
  }

  mutating func reach(_ place: Int64, of list: List, _ position: String, _ connection: Connection) throws {
    places[list] = try max(place, places[list] ?? stored(list, position, connection))
  }

  private func stored(_ list: List, _ position: String, _ connection: Connection) throws -> Int64 {
    try connection.integer(
      "SELECT max(\(position)) FROM \(SQL.quoted(list.table)) WHERE \(list.column) = ?", [.integer(list.key)])
  }
}
