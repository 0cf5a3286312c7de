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

/// Writes the lists of rows that have a table of pairs.
struct BatchListWriter {
  let relation: Relation
  private let change: BatchListChange
  private let pairs: PairTable
  private var ends = LinkEnds()
  private var targets: Set<Int64> = []
  private var owners: [Int64] = []

  /// - Throws: `SwiftDataError.invalidBatch` for a relationship that has no such table.
  init(_ relation: Relation, _ change: BatchListChange, _ connection: Connection) throws {
    guard case .joinTable(let join) = relation.storage else { throw relation.isNotBatchable }
    self.relation = relation
    self.change = change
    pairs = PairTable(relation, join, connection)
  }

  /// Changes the list of a row.
  mutating func write(_ given: [Int64], of owner: Int64, instead old: [Int64]) throws {
    let new = change.list(from: old, given)
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

/// How targets change a list.
enum BatchListChange {
  case set, add, remove

  func list(from old: [Int64], _ given: [Int64]) -> [Int64] {
    switch self {
    case .set: given.uniqued
    case .add: (old + given).uniqued
    case .remove: old.filter { !given.contains($0) }
    }
  }
}

extension Relation {
  /// - Throws: `SwiftDataError.missingTarget` for none where one is required.
  func checkAllows(_ target: Int64) throws {
    guard target != 0 || property.allowsNone else { throw SwiftDataError.missingTarget(fullName) }
  }
}
