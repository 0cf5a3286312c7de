/// Writes the pairs of one relationship, as one of its ends sees them.
struct LinkWriter {
  let relation: Relation
  private let join: JoinTable
  private let context: ModelContext
  private let connection: Connection
  private let insertion: String
  private let deletion: String
  private let placing: String

  init(_ relation: Relation, _ join: JoinTable, _ context: ModelContext, _ connection: Connection) {
    self.relation = relation
    self.join = join
    self.context = context
    self.connection = connection
    let name = EntityTable.quoted(join.name)
    let inverse = join.inversePositionColumn.map { ", \($0)" } ?? ""
    insertion = """
      INSERT OR IGNORE INTO \(name)(\(join.ownerColumn), \(join.targetColumn), \(join.positionColumn)\(inverse)) \
      VALUES(?1, ?2, ?3\(inverse.isEmpty ? "" : ", ?4"))
      """
    let pair = "\(join.ownerColumn) = ?1 AND \(join.targetColumn) = ?2"
    deletion = "DELETE FROM \(name) WHERE \(pair)"
    placing = "UPDATE \(name) SET \(join.positionColumn) = ?3 WHERE \(pair)"
  }

  /// The key that a target has in the store, nil for one that gets none.
  func stored(_ target: Int64) -> Int64? {
    target > 0 ? target : context.keyInSave(of: target, relation.property.target)
  }

  /// Adds a pair at the ends of both lists.
  func add(_ owner: Int64, _ target: Int64, _ ends: inout LinkEnds) throws {
    guard let target = stored(target) else { return }
    let place = try insert(owner, target, &ends)
    // The pair may be there already: its other end was written first.
    if connection.changedRowCount == 0 { try self.place(owner, target, place) }
    if relation.isSymmetric { _ = try insert(target, owner, &ends) }
  }

  func remove(_ owner: Int64, _ target: Int64) throws {
    try connection.run(deletion, [.integer(owner), .integer(target)])
    if relation.isSymmetric { try connection.run(deletion, [.integer(target), .integer(owner)]) }
  }

  /// Gives all members of a list new places.
  func order(_ owner: Int64, _ members: [Int64], _ ends: inout LinkEnds) throws {
    let targets = members.compactMap(stored)
    for (offset, target) in targets.enumerated() { try place(owner, target, 1 + Int64(offset)) }
    try ends.reach(Int64(targets.count), of: owner, join, .owner, connection)
  }

  /// - Returns: the place in the owner's list.
  private func insert(_ owner: Int64, _ target: Int64, _ ends: inout LinkEnds) throws -> Int64 {
    let place = try ends.next(of: owner, join, .owner, connection)
    var values: [SQLiteValue] = [.integer(owner), .integer(target), .integer(place)]
    if join.inversePositionColumn != nil {
      values.append(.integer(try ends.next(of: target, join, .target, connection)))
    }
    try connection.run(insertion, values)
    return place
  }

  private func place(_ owner: Int64, _ target: Int64, _ place: Int64) throws {
    try connection.run(placing, [.integer(owner), .integer(target), .integer(place)])
  }
}
