/// Writes the pairs of the relationships that have a table of their own.
struct LinkWriter {
  private let plan: SavePlan
  private let connection: Connection
  private var ends = LinkEnds()
  /// By the relationships that they write.
  private var tables: [ObjectIdentifier: PairTable] = [:]

  init(_ plan: SavePlan, on connection: Connection) {
    self.plan = plan
    self.connection = connection
  }

  mutating func write(_ announcements: inout SaveAnnouncements) throws {
    for model in plan.related where !plan.accepted.contains(ObjectIdentifier(model)) {
      let entity = try plan.store.table(for: type(of: model))
      for relation in entity.relations where relation.isWritten(of: model) {
        guard case .joinTable(let join) = relation.storage else { continue }
        let identity = ObjectIdentifier(relation.property)
        let table = tables[identity] ?? PairTable(relation, join, connection)
        tables[identity] = table
        try write(table, of: model, plan.writtenKey(of: model, entity), &announcements)
      }
    }
  }

  private mutating func write(
    _ table: PairTable, of model: any PersistentModel, _ owner: Int64, _ announcements: inout SaveAnnouncements
  ) throws {
    let (record, relation) = (model._$record, table.relation)
    let old = record.originalList(relation.slot) ?? []
    let keys = record.relation(relation.property).keys
    // A negative key may be left of a new model that was deleted again.
    let new = keys.filter { plan.storedKey(of: $0, relation) != nil }
    guard !old.isEmpty || !new.isEmpty else { return }
    announcements.noteLimits(relation, of: owner)
    let (before, after) = (Set(old), Set(new))
    for target in old where !after.contains(target) {
      try table.remove(owner, target)
      announcements.noteList(relation, of: target)
    }
    for target in new where !before.contains(target) {
      guard let key = plan.storedKey(of: target, relation) else { continue }
      try table.add(owner, key, &ends)
      // A new row is announced as a whole.
      if target > 0 { announcements.noteList(relation, of: key) }
    }
    if case .rearranged = ListOrder(from: old, to: new) {
      try table.order(owner, new.compactMap { plan.storedKey(of: $0, relation) }, &ends)
    }
  }
}

/// The statements for the pairs of one relationship, seen from one end.
private struct PairTable {
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
private struct LinkEnds {
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
