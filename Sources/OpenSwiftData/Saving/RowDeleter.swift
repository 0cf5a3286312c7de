import DocketLocking

/// Deletes rows, and the references to them.
///
/// It follows the delete rules for all rows: others may have changed the graph since the models were marked.
struct RowDeleter {
  private let plan: SavePlan
  private let store: SQLiteStore
  private let connection: Connection

  init(_ plan: SavePlan, on connection: Connection) {
    self.plan = plan
    store = plan.store
    self.connection = connection
  }

  /// Deletes the rows of the plan and those that delete rules include.
  ///
  /// - Throws: `SwiftDataError` for a rule that denies it, or a relationship that requires one of the rows.
  func writeDeletions(_ announcements: inout SaveAnnouncements) throws {
    var rows = plan.deletions
    for deletion in plan.batchDeletions {
      rows.insert(
        try deletion.arePresent ? deletion.keys : deletion.table.existing(deletion.keys, on: connection), deletion.table
      )
    }
    guard !rows.isEmpty else { return }
    try cascade(&rows)
    try connection.enlargePageCache(forRows: rows.byTable.reduce(0) { $0 + $1.keys.count })
    for (table, keys) in rows.byTable { try refuseDenied(table, keys, rows) }
    for (table, keys) in rows.byTable { try removeReferences(to: keys, table, rows, &announcements) }
    for (table, keys) in rows.byTable { try delete(keys, table, &announcements) }
  }

  /// Deletes rows and the references to them, and nothing else: for rows that were deleted elsewhere, by rules there.
  ///
  /// A relationship that requires one of them keeps its key; who deletes has to delete that row too.
  func deleteAlone(_ keys: [Int64], _ table: EntityTable, _ announcements: inout SaveAnnouncements) throws {
    var rows = RowsToDelete()
    rows.insert(keys, table)
    try removeReferences(to: keys, table, rows, &announcements, requiringTargets: false)
    for (table, keys) in rows.byTable { try delete(keys, table, &announcements) }
  }

  /// Removes the references that this save wrote to rows that others deleted meanwhile.
  ///
  /// Lists and optional relationships lose them; a relationship that requires a model refuses the save.
  ///
  /// - Returns: whether there were any.
  func removeReferencesToMissingRows(_ announcements: inout SaveAnnouncements) throws -> Bool {
    // The working copy of another store need not have all rows.
    guard store.original == nil else { return false }
    let missing = try missingTargets()
    for (table, keys) in missing.byTable { try removeReferences(to: keys, table, RowsToDelete(), &announcements) }
    return !missing.isEmpty
  }

  private func cascade(_ rows: inout RowsToDelete) throws {
    var wave = rows.byTable
    while !wave.isEmpty {
      var next = RowsToDelete()
      for (table, keys) in wave {
        for relation in table.hierarchy.relations where relation.deleteRule == .cascade {
          let destination = store.root(of: try store.table(for: relation.property.target))
          let targets = try relation.lists(of: keys, on: connection).values.joined()
          next.insert(rows.insert(Array(targets), destination), destination)
        }
      }
      wave = next.byTable
    }
  }

  private func refuseDenied(_ table: EntityTable, _ keys: [Int64], _ rows: RowsToDelete) throws {
    for relation in table.hierarchy.relations where relation.deleteRule == .deny {
      let destination = try store.table(for: relation.property.target)
      for (key, targets) in try relation.lists(of: keys, on: connection)
      where targets.contains(where: { !rows.contains($0, destination) }) {
        throw SwiftDataError.deletionDenied(
          PersistentIdentifier(entity: table.identity, key: key), by: relation.property.name)
      }
    }
  }

  /// The missing rows that models of the save refer to.
  private func missingTargets() throws -> RowsToDelete {
    var wanted: [EntityIdentity: Set<Int64>] = [:]
    for model in plan.related where !plan.accepted.contains(ObjectIdentifier(model)) {
      for relation in try store.table(for: type(of: model)).relations where relation.isWritten(of: model) {
        let keys = model._$record.relation(relation.property).keys.filter { $0 > 0 }
        guard !keys.isEmpty, let entity = store.identity(of: relation.property.target) else { continue }
        wanted[entity, default: []].formUnion(keys)
      }
    }
    guard !wanted.isEmpty else { return RowsToDelete() }
    // Some may wait for deletions.
    for row in plan.insertions { wanted[row.table.identity]?.remove(row.key) }
    return try missing(wanted)
  }

  private func missing(_ wanted: [EntityIdentity: Set<Int64>]) throws -> RowsToDelete {
    var missing = RowsToDelete()
    for (entity, keys) in wanted where !keys.isEmpty {
      guard let table = store.table(for: entity) else { continue }
      let found = try connection.integers(
        """
        SELECT value FROM json_each(?) WHERE value NOT IN (SELECT \(EntityTable.keyColumn) FROM \(table.name))
        """, [.text(SQLiteValue.jsonList(keys))])
      missing.insert(found, table)
    }
    return missing
  }

  private func delete(_ keys: [Int64], _ table: EntityTable, _ announcements: inout SaveAnnouncements) throws {
    if !table.properties.preservedOnDeletion.isEmpty {
      let isAmong = "\(EntityTable.keyColumn) IN (SELECT value FROM json_each(?))"
      try store.history.preserveValues(
        matching: SQLText(sql: isAmong, arguments: [.text(SQLiteValue.jsonList(keys))]), in: table,
        to: plan.historyTransaction, on: connection)
    }
    let statement = try connection.statement(
      "DELETE FROM \(table.name) WHERE \(RowRanges.condition(EntityTable.keyColumn, 1))")
    // The rows of models are counted elsewhere.
    try RowRanges(keys).write(statement, progress: plan.deletesByPredicate ? .current : nil)
    let ofModels = plan.deletions
    announcements.noteDeletions(
      table.identity, keys: keys, cascaded: ofModels.isEmpty ? keys : keys.filter { !ofModels.contains($0, table) })
  }

  // MARK: - References

  private func removeReferences(
    to keys: [Int64], _ table: EntityTable, _ rows: RowsToDelete, _ announcements: inout SaveAnnouncements,
    requiringTargets: Bool = true
  ) throws {
    for relation in table.hierarchy.relations {
      switch relation.storage {
      case .foreignKey:
        if !requiringTargets, relation.inverse?.allowsNone == false { continue }
        try removeTargetReferences(relation, of: keys, rows, &announcements)
      case .inverseForeignKey(let inverse):
        guard relation.deleteRule != .noAction, requiringTargets || inverse.allowsNone else { continue }
        try clear(inverse, in: try store.table(for: relation.property.target), leadingTo: keys, rows, &announcements)
      case .joinTable(let join):
        try removeLinks(join, relation, of: keys, &announcements)
      }
    }
    for relation in table.hierarchy.incoming {
      switch relation.storage {
      case .joinTable(let join):
        try removeIncomingLinks(join, relation, to: keys, &announcements)
      default:
        guard requiringTargets || relation.property.allowsNone else { continue }
        let owner = try store.table(for: relation.owner.modelType)
        try clear(relation.property, in: owner, leadingTo: keys, rows, &announcements)
      }
    }
  }

  /// Removes deleted rows from the lists, or from the columns, at the other ends.
  private func removeTargetReferences(
    _ relation: Relation, of keys: [Int64], _ rows: RowsToDelete, _ announcements: inout SaveAnnouncements
  ) throws {
    guard let inverse = relation.inverse else { return }
    if inverse.isToMany {
      let owners = try relation.lists(of: keys, on: connection).values.joined()
      for owner in Set(owners).sorted() { announcements.noteLoss(relation, of: owner) }
    } else if relation.deleteRule != .noAction {
      try clear(inverse, in: try store.table(for: relation.property.target), leadingTo: keys, rows, &announcements)
    }
  }

  /// Sets a column to NULL in the rows that refer to deleted ones.
  private func clear(
    _ property: RelationshipProperty, in table: EntityTable, leadingTo keys: [Int64], _ rows: RowsToDelete,
    _ announcements: inout SaveAnnouncements
  ) throws {
    let column = EntityTable.column(property)
    let list = SQLiteValue.text(SQLiteValue.jsonList(keys))
    let condition = "\(column) IN (SELECT value FROM json_each(?))"
    let leading = try connection.integers(
      "SELECT \(EntityTable.keyColumn) FROM \(table.name) WHERE \(condition)", [list]
    ).filter { !rows.contains($0, table) }
    guard !leading.isEmpty else { return }
    guard property.allowsNone else {
      throw SwiftDataError.missingTarget("\(table.properties.entityName).\(property.name)")
    }
    try connection.run("UPDATE \(table.name) SET \(column) = NULL WHERE \(condition)", [list])
    for key in leading.sorted() { announcements.noteCascadedUpdate(table.identity, key, property) }
  }

  private func removeLinks(
    _ join: JoinTable, _ relation: Relation, of keys: [Int64], _ announcements: inout SaveAnnouncements
  ) throws {
    let targets = try relation.lists(of: keys, on: connection).values.joined()
    for target in Set(targets).sorted() { announcements.noteLoss(relation, of: target) }
    try removeLinks(join, where: join.ownerColumn, keys)
    if relation.isSymmetric { try removeLinks(join, where: join.targetColumn, keys) }
  }

  private func removeIncomingLinks(
    _ join: JoinTable, _ relation: Relation, to keys: [Int64], _ announcements: inout SaveAnnouncements
  ) throws {
    let owners = try connection.integers(
      """
      SELECT DISTINCT owner FROM \(SQL.quoted(join.name)) WHERE target IN (SELECT value FROM json_each(?)) \
      ORDER BY owner
      """, [.text(SQLiteValue.jsonList(keys))])
    guard !owners.isEmpty, let entity = store.identity(of: relation.owner.modelType) else { return }
    try removeLinks(join, where: "target", keys)
    for owner in owners {
      announcements.noteCascadedUpdate(entity, owner, relation.property)
      announcements.noteLimits(relation, of: owner)
    }
  }

  private func removeLinks(_ join: JoinTable, where column: String, _ keys: [Int64]) throws {
    try connection.run(
      "DELETE FROM \(SQL.quoted(join.name)) WHERE \(column) IN (SELECT value FROM json_each(?))",
      [.text(SQLiteValue.jsonList(keys))])
  }
}

/// The rows that a save deletes, by their tables.
struct RowsToDelete {
  private var tables: [EntityIdentity: EntityTable] = [:]
  /// In ascending order: a hundred thousand are sorted already, mostly, and need no hash table.
  private var keys: [EntityIdentity: [Int64]] = [:]

  var isEmpty: Bool { keys.isEmpty }

  /// The keys of each table, in ascending order.
  var byTable: [(table: EntityTable, keys: [Int64])] {
    keys.keys.sorted { $0.index < $1.index }.compactMap { entity in
      tables[entity].map { ($0, keys[entity] ?? []) }
    }
  }

  func contains(_ key: Int64, _ table: EntityTable) -> Bool { keys[table.identity]?.ascendingContains(key) ?? false }

  /// - Returns: the keys that were not among them before, in ascending order.
  @discardableResult
  mutating func insert(_ new: [Int64], _ table: EntityTable) -> [Int64] {
    let (known, new) = (keys[table.identity] ?? [], RowRanges.ascending(new))
    let fresh = known.isEmpty ? new : new.filter { !known.ascendingContains($0) }
    guard !fresh.isEmpty else { return [] }
    tables[table.identity] = table
    keys[table.identity] = known.isEmpty ? fresh : (known + fresh).sorted()
    return fresh
  }
}

extension [Int64] {
  /// Whether ascending keys contain one.
  fileprivate func ascendingContains(_ key: Int64) -> Bool {
    let index = partitioningIndex { $0 >= key }
    return index < endIndex && self[index] == key
  }
}
