/// Brings the relationships that share an inverse in step once a migration has written each of them, see
/// `SharedInverse`.
///
/// A relationship that had no inverse, or a list that was one of two in one column, gets one that says otherwise.
struct SharedRelations {
  let difference: SchemaDifference
  let schema: Schema
  let isFollowedByCode: Bool
  let failure: MigrationFailure

  func bringInStep(on connection: Connection) throws {
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

  /// Where the relationships are kept, and the SQL of all pairs of the branches, as owner and target.
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
      let (owner, target) = (EntityTable.quoted(storage.owner), EntityTable.quoted(storage.target))
      let place = storage.position.map(EntityTable.quoted) ?? "0"
      return "SELECT \(owner) AS owner, \(target) AS target, \(place) AS place "
        + "FROM \(EntityTable.quoted(storage.table)) WHERE \(target) IS NOT NULL"
    }

    var table: String { EntityTable.quoted(centerStorage.table) }
    var column: String { EntityTable.quoted(centerStorage.target) }
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
    let torn =
      "FROM \(ends.table) AS member JOIN (\(ends.pairs)) AS pair ON pair.target = member.id "
      + "WHERE pair.owner <> member.\(ends.column)"
    let count = try connection.integer("SELECT count(DISTINCT member.id) \(torn)")
    guard count > 0 else { return }
    throw failure.mismatch(
      "\(ends.name) is the inverse of several relationships now, but \(count) \(count == 1 ? "row is" : "rows are") in "
        + "those of more than one \(ends.center.destination.entityName), the first is row "
        + "\(try connection.integer("SELECT min(member.id) \(torn)")): choose one in a custom migration stage.")
  }

  /// What leads to an owner that has it nowhere gets its place where it would get one today.
  private func fillFirstBranch(_ ends: Ends, on connection: Connection) throws {
    let all = Ends.pairs(ends.centerStorage)
    let missing =
      "SELECT lead.target AS owner, lead.owner AS target, lead.place AS place FROM (\(all)) AS lead "
      + "WHERE NOT EXISTS (SELECT 1 FROM (\(ends.pairs)) AS pair "
      + "WHERE pair.owner = lead.target AND pair.target = lead.owner)"
    let storage = ends.firstStorage
    let table = EntityTable.quoted(storage.table)
    if storage.isJoinTable {
      try connection.execute(
        "INSERT OR IGNORE INTO \(table)(owner, target, position) "
          + "SELECT owner, target, row_number() OVER (PARTITION BY owner ORDER BY target) "
          + "+ (SELECT coalesce(max(position), 0) FROM \(table)) FROM (\(missing))")
    } else {
      let column = EntityTable.quoted(storage.target)
      try connection.execute(
        "UPDATE \(table) SET \(column) = (SELECT min(target) FROM (\(missing)) AS lost WHERE lost.owner = \(table).id) "
          + "WHERE \(column) IS NULL")
    }
  }
}
