import OpenSwiftData

/// Which rows of a store are in which of its spaces, as the store is now.
struct Membership {
  private let transaction: ReplicationTransaction
  private let place: SpacePlace
  private let rule: SharingRule?
  /// The rows that are shared, and where.
  private let roots: [Int64: SpacePlace]

  init(_ transaction: ReplicationTransaction, _ rule: SharingRule?, at place: SpacePlace) throws {
    self.transaction = transaction
    self.rule = rule
    self.place = place
    var roots: [Int64: SpacePlace] = [:]
    if rule != nil {
      for shared in try SpacePlace.all(transaction) where shared.isShared {
        if let root = try SyncTables(transaction, at: shared).root { roots[root] = shared }
      }
    }
    self.roots = roots
  }

  /// Whether a row is what a shared space shares.
  func isShared(_ root: Int64) -> Bool { roots[root] != nil }

  /// Whether a row is what this space shares.
  func isHere(_ root: Int64) -> Bool { (roots[root] ?? .own) == place }

  /// Whether all rows are in one space.
  var isTrivial: Bool { rule == nil || roots.isEmpty && !place.isShared }

  /// Whether rows of an entity are told apart by their unique attribute only.
  func isValue(_ entity: String) -> Bool { place.isShared && rule?.values.contains(entity) == true }

  /// Whether rows of an entity are in several spaces at once.
  func isCommon(_ entity: String) -> Bool { !isTrivial && rule?.values.contains(entity) == true }

  /// How rows of an entity belong to what this space shares; nil for the store's own space.
  func belonging(_ entity: String) -> SharingRule.Belonging? { place.isShared ? rule?.members[entity] : nil }

  /// The entity of which this space shares one row; nil for the store's own space.
  var rootEntity: String? { place.isShared ? rule?.root : nil }

  /// The attribute of a row that can be shared which shows its unique one to people.
  func label(_ entity: String) -> String? { rule?.root == entity ? rule?.label : nil }

  /// Whether a row can go from one space to another.
  func canMove(_ entity: String) -> Bool { rule?.members[entity] != nil }

  /// The row that decides where a row is.
  func owner(of key: Int64, _ entity: String) throws -> Int64? {
    try rule?.members[entity].flatMap { try owners(of: [key], entity, $0)[key] }
  }

  /// Whether a reference decides which space rows are in.
  func isDecided(by reference: String, _ entity: String) -> Bool {
    guard !isTrivial, let belonging = rule?.members[entity] else { return false }
    return reference == belonging.reference || reference == belonging.parent
  }

  /// Those of the rows that are in this space.
  func members(of keys: some Collection<Int64>, _ entity: String) throws -> Set<Int64> {
    guard let rule, !isTrivial else { return Set(keys) }
    let known = Set(keys)
    if entity == rule.root { return known.filter(isHere) }
    guard let belonging = rule.members[entity] else {
      return place.isShared && !rule.values.contains(entity) ? [] : known
    }
    let owners = try owners(of: keys, entity, belonging)
    return known.filter { owners[$0].map(isHere) ?? !place.isShared }
  }

  /// The rows that are where other rows are, because they are below them.
  func followers(of keys: some Collection<Int64>, _ entity: String) throws -> [Int64] {
    guard !isTrivial, !keys.isEmpty, let belonging = rule?.members[entity] else { return [] }
    return try rowsBelow(keys, entity, belonging)
  }

  private func rowsBelow(
    _ keys: some Collection<Int64>, _ entity: String, _ belonging: SharingRule.Belonging
  ) throws -> [Int64] {
    guard let parent = belonging.parent else { return [] }
    let (table, columns) = try names(entity, [belonging.reference, parent])
    return try transaction.rows(
      """
      WITH RECURSIVE below(id) AS (
        SELECT id FROM \(table) WHERE \(columns[1]) IN (SELECT value FROM json_each(?1)) AND \(columns[0]) IS NULL
        UNION
        SELECT row.id FROM below JOIN \(table) row ON row.\(columns[1]) = below.id WHERE row.\(columns[0]) IS NULL)
      SELECT id FROM below
      """, [.text(SQLiteValue.jsonList(keys))]
    ) { $0.integer(0) }
  }

  /// A row that is or was shared, and all that belong to it, by entity.
  func rows(sharedWith root: Int64) throws -> [String: [Int64]] {
    guard let rule else { return [:] }
    var found = [rule.root: [root]]
    for (entity, belonging) in rule.members {
      let direct = try transaction.referrers(to: root, entity, belonging.reference)
      found[entity] = try direct + rowsBelow(direct, entity, belonging)
    }
    return found
  }

  /// A row that is or was shared, and all that belong to it, for the drain: none of their properties changed.
  func moves(of root: Int64) throws -> [String: [Int64: RowTouch]] {
    try rows(sharedWith: root).mapValues { keys in
      Dictionary(keys.map { ($0, RowTouch()) }) { first, _ in first }
    }
  }

  /// Whether something belongs to a row that can be shared.
  func hasMembers(_ root: Int64) throws -> Bool {
    try rule?.members.contains { try !transaction.referrers(to: root, $0.key, $0.value.reference).isEmpty } == true
  }

  /// The rows that decide where rows are.
  private func owners(
    of keys: some Collection<Int64>, _ entity: String, _ belonging: SharingRule.Belonging
  ) throws -> [Int64: Int64] {
    let (table, columns) = try names(entity, [belonging.reference] + [belonging.parent].compactMap(\.self))
    // Without a tree a row is above itself, which ends there. UNION ends in a circle, too.
    let parent = columns.count > 1 ? columns[1] : "NULL"
    return Dictionary(
      try transaction.rows(
        """
        WITH RECURSIVE above(id, owner, parent) AS (
          SELECT id, \(columns[0]), \(parent) FROM \(table) WHERE id IN (SELECT value FROM json_each(?1))
          UNION
          SELECT above.id, row.\(columns[0]), row.\(parent) FROM above JOIN \(table) row ON row.id = above.parent
          WHERE above.owner IS NULL)
        SELECT id, owner FROM above WHERE owner IS NOT NULL
        """, [.text(SQLiteValue.jsonList(keys))]
      ) { ($0.integer(0), $0.integer(1)) }
    ) { first, _ in first }
  }

  private func names(_ entity: String, _ properties: [String]) throws -> (table: String, columns: [String]) {
    let table = try transaction.sqlNames(of: entity, []).table
    return (table, try properties.flatMap { try transaction.sqlNames(of: entity, [$0]).columns })
  }
}
