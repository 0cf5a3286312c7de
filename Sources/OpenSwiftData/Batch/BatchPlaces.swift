/// The ends of the lists that a batch adds rows to, for relationships that a column of the row holds.
final class BatchPlaces {
  private final class Moves {
    let relation: Relation
    /// The last places of lists, each looked up once.
    var lastPlaces: [Int64: Int64] = [:]
    /// The lists that get longer or shorter.
    var owners: Set<Int64> = []
    private var latestOwner: Int64 = 0

    init(_ relation: Relation) { self.relation = relation }

    /// Notes a list; many rows in a row mean the same one.
    func note(_ owner: Int64) {
      guard owner > 0, owner != latestOwner else { return }
      owners.insert(owner)
      latestOwner = owner
    }
  }

  private let connection: Connection
  private var moves: [ObjectIdentifier: Moves] = [:]

  init(_ connection: Connection) { self.connection = connection }

  /// Notes that a row leaves one list for another; 0 for no list.
  ///
  /// - Returns: the row's place in its new list, the last; 0 where it has none, or stays.
  func move(from old: Int64 = 0, to new: Int64, _ relation: Relation) throws -> Int64 {
    guard old != new else { return 0 }
    note(old, relation)
    let moves = moves(of: relation)
    moves.note(new)
    guard relation.ordersInverse, new > 0 else { return 0 }
    let place = try (moves.lastPlaces[new] ?? stored(new, relation)) + 1
    moves.lastPlaces[new] = place
    return place
  }

  /// Notes a list that a row leaves.
  func note(_ owner: Int64, _ relation: Relation) { moves(of: relation).note(owner) }

  private func moves(of relation: Relation) -> Moves {
    let property = ObjectIdentifier(relation.property)
    if let known = moves[property] { return known }
    let new = Moves(relation)
    moves[property] = new
    return new
  }

  private func stored(_ owner: Int64, _ relation: Relation) throws -> Int64 {
    try connection.integer(
      "SELECT max(\(EntityTable.positionColumn(relation.property))) FROM \(SQL.quoted(relation.owner.tableName)) "
        + "WHERE \(EntityTable.column(relation.property)) = ?", [.integer(owner)])
  }

  func announce(_ announcements: inout SaveAnnouncements) {
    for moves in moves.values {
      for owner in moves.owners.sorted() { announcements.noteList(moves.relation, of: owner) }
    }
  }
}

extension Relation {
  /// - Throws: `SwiftDataError.missingTarget` for none where one is required.
  func checkAllows(_ target: Int64) throws {
    guard target != 0 || property.allowsNone else { throw SwiftDataError.missingTarget(fullName) }
  }
}
