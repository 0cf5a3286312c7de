/// Decides what a save writes (keys, upserts, conflicts, places in lists), without writing; new keys go into `SaveKeys`.
struct SavePlanner {
  private let context: ModelContext
  private let connection: Connection
  private let keys: SaveKeys
  /// The keys that a custom store gave to new models.
  private let assignedKeys: [ObjectIdentifier: Int64]
  private let inserted: [any PersistentModel]
  private let changed: [any PersistentModel]
  private let deleted: [any PersistentModel]
  private var insertions: [SavePlan.Insertion] = []
  private var upserts: [SavePlan.Upsert] = []
  private var limitedLists = LimitedLists()

  /// - Parameter keys: receives the keys of new models.
  init(
    _ context: ModelContext, _ keys: SaveKeys, assignedKeys: [ObjectIdentifier: Int64] = [:],
    on connection: Connection
  ) {
    self.context = context
    self.connection = connection
    self.keys = keys
    self.assignedKeys = assignedKeys
    inserted = context.pending.inserted.all
    changed = context.pending.changed.all
    deleted = context.pending.deleted.all
  }

  private var store: SQLiteStore { context.store }

  /// - Throws: `SwiftDataError` for models that break a rule, `MergeConflict` if the policy is `.error`,
  ///   `SQLiteError` for trouble with the store.
  mutating func plan() throws -> SavePlan {
    keys.reset(for: inserted)
    try connection.enlargePageCache(forRows: inserted.count + changed.count + deleted.count)
    let related = try inserted.filter { try isRelated($0) } + changed.filter { try isRelated($0) }
    try checkRelationships(of: related)
    try refuseConflicts()
    try assignKeys()
    try noteLimits(of: related)
    let places = try ListPlaces(of: related, context, keys, on: connection)
    let updates = try plannedUpdates()
    let accepted = updates.filter { if case .accept = $0.resolution { true } else { false } }
    let batchDeletions = context.pending.batchDeletions
    return SavePlan(
      store: store, author: context.author, historyTransaction: context.connection.exclusive?.historyTransaction,
      keys: keys, insertions: insertions, upserts: upserts, updates: updates, places: places, related: related,
      limitedLists: limitedLists, deletions: try rowsOfDeletedModels(),
      batchDeletions: batchDeletions.all.map { .init(table: $0, keys: Array($1), arePresent: false) },
      deletesByPredicate: batchDeletions.wereMade, accepted: Set(accepted.map { ObjectIdentifier($0.model) }))
  }

  private func table(of model: any PersistentModel) throws -> EntityTable { try store.table(for: type(of: model)) }

  private func isRelated(_ model: any PersistentModel) throws -> Bool { try !table(of: model).relations.isEmpty }

  private func rowsOfDeletedModels() throws -> RowsToDelete {
    var rows = RowsToDelete()
    for model in deleted { rows.insert([model._$record.key], store.root(of: try table(of: model))) }
    return rows
  }

  /// Refuses relationships with too few or too many models.
  private func checkRelationships(of models: [any PersistentModel]) throws {
    for model in models {
      for relation in try table(of: model).relations where relation.isWritten(of: model) {
        try check(relation, of: model)
      }
    }
  }

  private func check(_ relation: Relation, of model: any PersistentModel) throws {
    // A negative key may be left of a new model that was deleted under the rule `noAction`.
    let count = model._$record.relation(relation.property).keys.count { $0 > 0 || keys[$0] != nil }
    if !relation.property.allowsNone, count == 0 { throw SwiftDataError.missingTarget(relation.fullName) }
    try relation.property.memberLimits?.check(count, of: relation)
  }

  /// Notes the lists with limits, which may contain rows that are deleted by a predicate.
  private mutating func noteLimits(of models: [any PersistentModel]) throws {
    for model in models {
      let table = try table(of: model)
      for relation in table.relations where relation.isWritten(of: model) {
        limitedLists.note(relation, of: keys.writtenKey(of: model._$record, table.identity))
      }
    }
  }

  // MARK: - Keys and upserts

  /// Assigns all keys before the first row is written, so that rows can refer to each other.
  private mutating func assignKeys() throws {
    var lastKeys: [EntityIdentity: Int64] = [:]
    var unique = try UniqueRows(inserted: inserted, changed: changed, deleted: deleted, keys, context)
    var lateKeys: [EntityIdentity: Set<Int64>] = [:]
    insertions.reserveCapacity(inserted.count)
    for model in try insertionOrder() {
      let table = try table(of: model)
      let values = try UniqueValues.all(of: model, table, keys)
      let destination = try unique.destination(of: values, table, on: connection)
      if case .row(let key) = destination {
        keys.assign(key, to: model._$record, table.identity)
        let isLate = lateKeys[table.identity]?.contains(key) ?? false
        upserts.append(SavePlan.Upsert(model: model, table: table, key: key, isLate: isLate))
        continue
      }
      let key = try key(for: model, table, &lastKeys)
      keys.assign(key, to: model._$record, table.identity)
      var isLate = false
      if case .newRowAfterDeletion = destination {
        isLate = true
        lateKeys[table.identity, default: []].insert(key)
      }
      insertions.append(SavePlan.Insertion(model: model, table: table, key: key, isLate: isLate))
      unique.add(values, key: key, table)
    }
  }

  /// A key that no row ever had, that of a custom store, or for a model whose deletion was undone its former one.
  private func key(
    for model: any PersistentModel, _ table: EntityTable, _ lastKeys: inout [EntityIdentity: Int64]
  ) throws -> Int64 {
    if !assignedKeys.isEmpty, let assigned = assignedKeys[ObjectIdentifier(model)] { return assigned }
    if model._$record.key > 0 { return model._$record.key }
    let last = try lastKeys[table.identity] ?? table.lastKey(on: connection)
    let key = try EntityTable.key(after: last, in: store)
    lastKeys[table.identity] = key
    return key
  }

  /// The new models, last those whose unique values contain keys of others.
  private func insertionOrder() throws -> [any PersistentModel] {
    guard store.schema.entities.contains(where: \.properties.isUniqueByRelationship) else { return inserted }
    let isLast = try inserted.map { try table(of: $0).properties.isUniqueByRelationship }
    return zip(inserted, isLast).filter { !$0.1 }.map(\.0) + zip(inserted, isLast).filter(\.1).map(\.0)
  }

  // MARK: - Changed rows and conflicts

  private func plannedUpdates() throws -> [SavePlan.Update] {
    try changed.compactMap { model in
      let table = try table(of: model)
      // Ephemeral values are not stored.
      guard !table.changedNames(of: model).isEmpty else { return nil }
      return try SavePlan.Update(model: model, table: table, resolution: resolution(of: model, table))
    }
  }

  private func resolution(of model: any PersistentModel, _ table: EntityTable) throws -> SavePlan.Resolution {
    let resolution = try resolutionByPolicy(of: model, table)
    // If only a list was changed, the row may be gone without a write that fails.
    if case .write(let properties) = resolution, properties.isEmpty,
      try !table.contains(model._$record.key, on: connection)
    {
      return .accept
    }
    return resolution
  }

  private func resolutionByPolicy(of model: any PersistentModel, _ table: EntityTable) throws -> SavePlan.Resolution {
    let changed = table.changedProperties(of: model)
    switch context.mergePolicy {
    case .byProperty, .error:
      return .write(changed)
    case .objectWins:
      return try conflict(of: model, table).isRowGone ? .insert : .write(table.properties.stored)
    case .storeWins:
      let conflict = try conflict(of: model, table)
      let slots = Set(conflict.properties.map(\.slot))
      return conflict.isRowGone ? .accept : .write(changed.filter { !slots.contains($0.slot) })
    }
  }

  /// Refuses the save if both sides changed the same and the policy is `.error`.
  private func refuseConflicts() throws {
    guard context.mergePolicy == .error else { return }
    var rows: [MergeConflict.Row] = []
    for model in changed {
      let conflict = try conflict(of: model, table(of: model))
      guard conflict.isRowGone || !conflict.properties.isEmpty else { continue }
      rows.append(
        MergeConflict.Row(identifier: model.persistentModelID, propertyNames: conflict.properties.map(\.name)))
    }
    if !rows.isEmpty { throw MergeConflict(rows: rows) }
  }

  /// The properties that both sides changed.
  private func conflict(
    of model: any PersistentModel, _ table: EntityTable
  ) throws -> (isRowGone: Bool, properties: [ModelProperty]) {
    let statement = try connection.statement(table.selectByKeySQL)
    defer { statement.reset() }
    try statement.bind(model._$record.key, at: 1)
    guard try statement.step() else { return (true, []) }
    var properties: [ModelProperty] = []
    for place in table.everything.properties {
      let reader = ColumnReader(statement: statement, column: place.column)
      if try isInConflict(place.property, of: model, stored: reader) { properties.append(place.property) }
    }
    return (false, properties)
  }

  private func isInConflict(
    _ property: ModelProperty, of model: any PersistentModel, stored: borrowing ColumnReader
  ) throws -> Bool {
    let record = model._$record
    guard record.isDirty(property.slot) else { return false }
    let stored = try property.encodedValue(in: stored)
    // Both may have set the same value.
    guard try stored != property.sqliteValue(of: model, keys) else { return false }
    // A value that could not be read before the change has no known original.
    return record.isStale(property.slot) || record.original(property.slot).map { $0 != stored } ?? false
  }
}

extension EntityTable {
  /// The stored names of the changed properties, lists included.
  func changedNames(of model: any PersistentModel) -> [String] {
    let record = model._$record
    return properties.all.filter { record.isDirty($0.slot) && ($0.isStored || $0.destination != nil) }.map(\.storedName)
  }
}
