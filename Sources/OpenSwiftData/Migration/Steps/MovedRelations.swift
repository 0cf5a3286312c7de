/// Moves the pairs of a relationship from where the old schema keeps them to where the new one does.
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

  /// The quoted temporary table of the pairs.
  private var pairs: String { SQL.quoted("openswiftdata_pairs_\(number)") }
  private var storage: RelationshipStorage { change.new.storage }
  private var table: String { SQL.quoted(storage.table) }

  /// Copies the pairs from the old tables, before these are changed.
  func takeOut(on connection: Connection) throws {
    guard let old = change.old?.storage else { return }
    func column(_ name: String?) -> String { name.map(SQL.quoted) ?? "NULL" }
    let ends = [column(old.owner), column(old.target)]
    let places = [column(old.position), column(old.inversePosition)]
    let columns = change.isReversed ? ends.reversed() + places.reversed() : ends + places
    try connection.execute(
      """
      CREATE TABLE \(pairs)(owner INTEGER, target INTEGER, place INTEGER, inverse_place INTEGER);
      INSERT INTO \(pairs) SELECT \(columns.joined(separator: ", ")) FROM \(SQL.quoted(old.table))
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
    let position = storage.inversePosition == nil ? "" : ", \(SQL.quoted(storage.inversePosition ?? ""))"
    let value = storage.inversePosition == nil ? "" : ", inverse_place"
    try connection.execute(
      "INSERT OR IGNORE INTO \(table)(owner, target, position\(position)) "
        + "SELECT owner, target, place\(value) FROM (SELECT owner, target, \(Self.places) FROM \(pairs))")
  }

  private func fillColumn(on connection: Connection) throws {
    try checkSingle(on: connection)
    var assignments = ["\(SQL.quoted(storage.target)) = first.target"]
    if let position = storage.inversePosition { assignments.append("\(SQL.quoted(position)) = first.inverse_place") }
    try connection.execute(
      "UPDATE \(table) SET \(assignments.joined(separator: ", ")) "
        + "FROM (SELECT owner, target, \(Self.places) FROM \(pairs)) AS first "
        + "WHERE first.owner = \(table).id AND first.place = 1")
  }

  /// Refuses to choose one of several models.
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

/// Makes relationships that share an inverse consistent after a migration has written each of them, see
/// `SharedInverse`.
///
/// The ends may differ: a relationship may have had no inverse, or a list may have been one of two in one column.
struct SharedRelations {
  let difference: SchemaDifference
  let schema: Schema
  let isFollowedByCode: Bool
  let failure: MigrationFailure

  func synchronize(on connection: Connection) throws {
    let relations = schema.roots.flatMap(\.hierarchy.relations)
    let changed = Set(difference.changed.map(\.name))
    for center in relations {
      guard let shared = center.shared, shared.center === center.property,
        changed.contains(center.owner.tableName) || changed.contains(center.destination.tableName)
      else { continue }
      let branches = shared.branches.compactMap { branch in relations.first { $0.property === branch } }
      let ends = Ends(center, branches)
      if center.isToMany {
        try fillList(ends, on: connection)
      } else {
        try fillColumn(ends, on: connection)
        try checkColumn(ends, on: connection)
      }
      try fillFirstBranch(ends, on: connection)
    }
  }

  /// The storage of the relationships, and the SQL of all pairs of the branches, as owner and target.
  private struct Ends {
    let center: Relation
    let first: Relation
    let centerStorage: RelationshipStorage
    let firstStorage: RelationshipStorage
    let pairs: String

    init(_ center: Relation, _ branches: [Relation]) {
      self.center = center
      first = branches.first ?? center
      centerStorage = RelationshipStorage(center)
      firstStorage = RelationshipStorage(first)
      pairs = branches.map { Self.pairs(RelationshipStorage($0)) }.joined(separator: " UNION ALL ")
    }

    static func pairs(_ storage: RelationshipStorage) -> String {
      let (owner, target) = (SQL.quoted(storage.owner), SQL.quoted(storage.target))
      let place = storage.position.map(SQL.quoted) ?? "0"
      return "SELECT \(owner) AS owner, \(target) AS target, \(place) AS place "
        + "FROM \(SQL.quoted(storage.table)) WHERE \(target) IS NOT NULL"
    }

    var table: String { SQL.quoted(centerStorage.table) }
    var column: String { SQL.quoted(centerStorage.target) }
    var name: String { "\(center.owner.entityName).\(center.property.name)" }
  }

  private func fillList(_ ends: Ends, on connection: Connection) throws {
    try connection.execute(
      "INSERT OR IGNORE INTO \(ends.table)(owner, target, position) "
        + "SELECT target, owner, place + (SELECT coalesce(max(position), 0) FROM \(ends.table)) FROM (\(ends.pairs)) "
        + "ORDER BY target, place")
  }

  private func fillColumn(_ ends: Ends, on connection: Connection) throws {
    try connection.execute(
      "UPDATE \(ends.table) SET \(ends.column) = "
        + "(SELECT min(owner) FROM (\(ends.pairs)) AS pair WHERE pair.target = \(ends.table).id) "
        + "WHERE \(ends.column) IS NULL")
  }

  /// Refuses to choose between several owners.
  private func checkColumn(_ ends: Ends, on connection: Connection) throws {
    guard !isFollowedByCode else { return }
    let ambiguous =
      "FROM \(ends.table) AS member JOIN (\(ends.pairs)) AS pair ON pair.target = member.id "
      + "WHERE pair.owner <> member.\(ends.column)"
    let count = try connection.integer("SELECT count(DISTINCT member.id) \(ambiguous)")
    guard count > 0 else { return }
    throw failure.mismatch(
      "\(ends.name) is the inverse of several relationships now, but \(count) \(count == 1 ? "row is" : "rows are") in "
        + "those of more than one \(ends.center.destination.entityName), the first is row "
        + "\(try connection.integer("SELECT min(member.id) \(ambiguous)")): choose one in a custom migration stage.")
  }

  /// Adds members that name an owner, but are in none of its lists, to the first branch, as a context would.
  private func fillFirstBranch(_ ends: Ends, on connection: Connection) throws {
    let all = Ends.pairs(ends.centerStorage)
    let missing =
      "SELECT lead.target AS owner, lead.owner AS target, lead.place AS place FROM (\(all)) AS lead "
      + "WHERE NOT EXISTS (SELECT 1 FROM (\(ends.pairs)) AS pair "
      + "WHERE pair.owner = lead.target AND pair.target = lead.owner)"
    let storage = ends.firstStorage
    let table = SQL.quoted(storage.table)
    if storage.isJoinTable {
      try connection.execute(
        "INSERT OR IGNORE INTO \(table)(owner, target, position) "
          + "SELECT owner, target, row_number() OVER (PARTITION BY owner ORDER BY target) "
          + "+ (SELECT coalesce(max(position), 0) FROM \(table)) FROM (\(missing))")
    } else {
      let column = SQL.quoted(storage.target)
      try connection.execute(
        "UPDATE \(table) SET \(column) = (SELECT min(target) FROM (\(missing)) AS lost WHERE lost.owner = \(table).id) "
          + "WHERE \(column) IS NULL")
    }
  }
}

/// Lists of one entity that an earlier release stored as one, because they have one inverse, see `SharedRelations`.
///
/// The store does not say to which of them a member was added, so each gets all members when they are separated.
struct MergedLists {
  /// The names of the lists, "Entity.property".
  let names: [String]
  /// The class of their members.
  let members: String
  /// The number of pairs of an owner and a member.
  let count: Int64

  /// The lists that a schema separates and that have members, in the tables of the old schema.
  static func all(in difference: SchemaDifference, on connection: Connection) throws -> [MergedLists] {
    let apart = difference.relations.filter { !$0.isKept && !$0.isReversed && $0.old?.isToMany == true }
    let places = Dictionary(grouping: apart) { Place($0.old?.storage) }
    return try places.values.filter { $0.count > 1 }.compactMap { try MergedLists($0, on: connection) }
      .sorted { $0.names.lexicographicallyPrecedes($1.names) }
  }

  /// The columns of the two ends.
  private struct Place: Hashable {
    let columns: [String?]

    init(_ storage: RelationshipStorage?) { columns = [storage?.table, storage?.owner, storage?.target] }
  }

  private init?(_ changes: [RelationChange], on connection: Connection) throws {
    guard let first = changes.first, let storage = first.old?.storage else { return nil }
    let columns = [storage.owner, storage.target].map { "\(SQL.quoted($0)) IS NOT NULL" }
    count = try connection.integer(
      "SELECT count(*) FROM \(SQL.quoted(storage.table)) WHERE \(columns.joined(separator: " AND "))")
    guard count > 0 else { return nil }
    names = changes.map(\.name)
    members = first.new.target
  }
}
