/// The pairs of a relationship on their way from where the old schema keeps them to where the new one does.
struct MovedRelation {
  private let change: RelationChange
  private let number: Int
  private let isFollowedByCode: Bool
  private let failure: MigrationFailure

  init(_ change: RelationChange, number: Int, isFollowedByCode: Bool, failure: MigrationFailure) {
    self.change = change
    self.number = number
    self.isFollowedByCode = isFollowedByCode
    self.failure = failure
  }

  /// The table that holds the pairs meanwhile.
  private var pairs: String { EntityTable.quoted("openswiftdata_pairs_\(number)") }
  private var storage: RelationshipStorage { change.new.storage }
  private var table: String { EntityTable.quoted(storage.table) }

  /// Copies the pairs out of the old tables, while these are there.
  func takeOut(on connection: Connection) throws {
    guard let old = change.old?.storage else { return }
    func column(_ name: String?) -> String { name.map(EntityTable.quoted) ?? "NULL" }
    let ends = [column(old.owner), column(old.target)]
    let places = [column(old.position), column(old.inversePosition)]
    let columns = change.isReversed ? ends.reversed() + places.reversed() : ends + places
    try connection.execute(
      """
      CREATE TABLE \(pairs)(owner INTEGER, target INTEGER, place INTEGER, inverse_place INTEGER);
      INSERT INTO \(pairs) SELECT \(columns.joined(separator: ", ")) FROM \(EntityTable.quoted(old.table))
      WHERE \(ends[0]) IS NOT NULL AND \(ends[1]) IS NOT NULL
      """)
  }

  /// Writes the pairs into the new tables, each list in its order.
  func putIn(on connection: Connection) throws {
    guard change.old != nil else { return }
    if storage.isJoinTable { try fillJoinTable(on: connection) } else { try fillColumn(on: connection) }
    try connection.execute("DROP TABLE \(pairs)")
  }

  private static let places = """
    row_number() OVER (PARTITION BY owner ORDER BY place, target) AS place,
    row_number() OVER (PARTITION BY target ORDER BY inverse_place, owner) AS inverse_place
    """

  private func fillJoinTable(on connection: Connection) throws {
    let position = storage.inversePosition == nil ? "" : ", \(EntityTable.quoted(storage.inversePosition ?? ""))"
    let value = storage.inversePosition == nil ? "" : ", inverse_place"
    try connection.execute(
      "INSERT OR IGNORE INTO \(table)(owner, target, position\(position)) "
        + "SELECT owner, target, place\(value) FROM (SELECT owner, target, \(Self.places) FROM \(pairs))")
  }

  private func fillColumn(on connection: Connection) throws {
    try checkSingle(on: connection)
    var assignments = ["\(EntityTable.quoted(storage.target)) = first.target"]
    if let position = storage.inversePosition {
      assignments.append("\(EntityTable.quoted(position)) = first.inverse_place")
    }
    try connection.execute(
      "UPDATE \(table) SET \(assignments.joined(separator: ", ")) "
        + "FROM (SELECT owner, target, \(Self.places) FROM \(pairs)) AS first "
        + "WHERE first.owner = \(table).id AND first.place = 1")
  }

  /// Refuses to leave all but one of several models behind.
  private func checkSingle(on connection: Connection) throws {
    guard !isFollowedByCode else { return }
    let crowded = "FROM (SELECT owner FROM \(pairs) GROUP BY owner HAVING count(*) > 1)"
    let count = try connection.integer("SELECT count(*) \(crowded)")
    guard count > 0 else { return }
    throw failure.mismatch(
      "\(change.name) leads to one \(change.new.destination) now, but \(count) "
        + "\(count == 1 ? "row leads" : "rows lead") to several, the first is row "
        + "\(try connection.integer("SELECT min(owner) \(crowded)")): choose one in a custom migration stage.")
  }
}
