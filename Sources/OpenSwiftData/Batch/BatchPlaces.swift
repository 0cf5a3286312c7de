/// The ends of the lists that a batch adds rows to, for relationships that a column of the row holds.
final class BatchPlaces {
  /// The lists of one relationship.
  final class Lists {
    let relation: Relation
    private let connection: Connection
    /// The last places of lists, each looked up once.
    private var lastPlaces: [Int64: Int64] = [:]
    /// The lists that get longer or shorter.
    private(set) var owners: Set<Int64> = []
    private var latestOwner: Int64 = 0

    fileprivate init(_ relation: Relation, _ connection: Connection) {
      self.relation = relation
      self.connection = connection
    }

    /// The place that a row would get in a list, the last; 0 where it has none.
    func nextPlace(in owner: Int64) throws -> Int64 {
      guard relation.ordersInverse, owner > 0 else { return 0 }
      if let last = lastPlaces[owner] { return last + 1 }
      let last = try stored(owner)
      lastPlaces[owner] = last
      return last + 1
    }

    /// Notes that a row was added to a list, at the next place.
    func add(_ place: Int64, to owner: Int64) {
      note(owner)
      if place > 0 { lastPlaces[owner] = place }
    }

    /// Notes a list that a row leaves or enters; many rows in a row mean the same one.
    func note(_ owner: Int64) {
      guard owner > 0, owner != latestOwner else { return }
      owners.insert(owner)
      latestOwner = owner
    }

    private func stored(_ owner: Int64) throws -> Int64 {
      try connection.integer(
        "SELECT max(\(EntityTable.positionColumn(relation.property))) FROM \(SQL.quoted(relation.owner.tableName)) "
          + "WHERE \(EntityTable.column(relation.property)) = ?", [.integer(owner)])
    }
  }

  private let connection: Connection
  private var lists: [ObjectIdentifier: Lists] = [:]

  init(_ connection: Connection) { self.connection = connection }

  /// The lists of a relationship.
  func lists(of relation: Relation) -> Lists {
    let property = ObjectIdentifier(relation.property)
    if let known = lists[property] { return known }
    let new = Lists(relation, connection)
    lists[property] = new
    return new
  }

  /// Notes that a row leaves one list for another; 0 for no list.
  ///
  /// - Returns: the row's place in its new list, the last; 0 where it has none, or stays.
  func move(from old: Int64, to new: Int64, _ relation: Relation) throws -> Int64 {
    guard old != new else { return 0 }
    let lists = lists(of: relation)
    lists.note(old)
    let place = try lists.nextPlace(in: new)
    lists.add(place, to: new)
    return place
  }

  func announce(_ announcements: inout SaveAnnouncements) {
    for lists in lists.values {
      for owner in lists.owners.sorted() { announcements.noteList(lists.relation, of: owner) }
    }
  }
}

extension Relation {
  /// - Throws: `SwiftDataError.missingTarget` for none where one is required.
  func checkAllows(_ target: Int64) throws {
    guard target != 0 || property.allowsNone else { throw SwiftDataError.missingTarget(fullName) }
  }
}
