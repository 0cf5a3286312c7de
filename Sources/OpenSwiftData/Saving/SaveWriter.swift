/// Carries out the plan of a save, between `BEGIN IMMEDIATE` and `COMMIT`.
///
/// Rows are written so that they can refer to each other: new and changed ones, places, pairs, deletions, late rows.
struct SaveWriter {
  private let plan: SavePlan
  private let connection: Connection
  private var announcements: SaveAnnouncements
  /// Whether the store keeps a reference that others wrote, against that of a model.
  private var keptReferences = false
  /// The lists that were set in the context.
  private var givenLists = ModelChanges()

  /// - Parameter others: what others did before the save, to be announced with it.
  init(_ plan: SavePlan, after others: ModelChanges = ModelChanges(), on connection: Connection) {
    self.plan = plan
    self.connection = connection
    announcements = SaveAnnouncements(plan)
    announcements.append(others)
  }

  /// Writes everything, the history included.
  ///
  /// - Throws: `SwiftDataError` for a row that breaks a rule, `SQLiteError` for trouble with the store.
  mutating func write() throws -> SaveOutcome {
    do {
      return try writeInOrder()
    } catch let error as SQLiteError where error.isUniqueViolation {
      throw SwiftDataError.uniqueConstraint(error)
    }
  }

  private mutating func writeInOrder() throws -> SaveOutcome {
    try releaseUniqueValues()
    try expectInsertions()
    try writeInsertions(late: false)
    for update in plan.updates { try write(update) }
    try writeUpserts(late: false)
    try writePlaces()
    try redirectReferences()
    var links = LinkWriter(plan, on: connection)
    try links.write(&announcements)
    try SharedInverseRows(plan, on: connection).settle(&announcements)
    let deleter = RowDeleter(plan, on: connection)
    let metMissingRows = try deleter.removeReferencesToMissingRows(&announcements)
    try deleter.writeDeletions(&announcements)
    if plan.hasLateInsertions { try writeInsertions(late: true) }
    try writeUpserts(late: true)
    try announcements.checkLimits(on: connection)
    if metMissingRows || listsMayDiffer {
      for run in givenLists.runs { announcements.noteReread(run) }
    }
    announcements.compact()
    let token = try plan.store.history.append(
      announcements.changes, author: plan.author, to: plan.historyTransaction, on: connection)
    return SaveOutcome(plan, announcements, token: token)
  }

  /// Whether the lists in the store may differ from `givenLists`, because of deleted rows or what others wrote.
  private var listsMayDiffer: Bool {
    keptReferences || !plan.accepted.isEmpty || plan.store.original != nil || !plan.deletions.isEmpty
      || plan.deletesByPredicate
  }

  private func expectInsertions() throws {
    guard let first = plan.insertions.first?.table.identity else { return }
    var counts = [first: plan.insertions.count]
    if plan.insertions.contains(where: { $0.table.identity != first }) {
      counts = [:]
      for row in plan.insertions { counts[row.table.identity, default: 0] += 1 }
    }
    for (entity, count) in counts {
      guard let table = plan.store.table(for: entity) else { continue }
      try connection.expectInsertions(count, into: table.properties.tableName, indexes: table.queryIndexes)
    }
  }

  private mutating func writeInsertions(late: Bool) throws {
    for row in plan.insertions where row.isLate == late {
      let places = plan.places.places(of: row.model, in: row.table.positions)
      try row.table.insert(row.model, key: row.key, places: places, plan.keys, on: connection)
      announcements.noteInsertion(row.table.identity, row.key)
      announcements.noteOwners(of: row.model, row.table)
    }
  }

  // MARK: - Changed rows

  /// Clears the unique values that are about to change, so that rows can exchange them.
  private func releaseUniqueValues() throws {
    for update in plan.updates {
      guard case .write(let properties) = update.resolution else { continue }
      let slots = Set(properties.map(\.slot)).filter { update.model._$record.isDirty($0) }
      let columns = update.table.properties.uniqueColumns.joined()
        .filter { slots.contains($0.property.slot) && !($0.property is RelationshipProperty) }
      guard !columns.isEmpty else { continue }
      // A value that no model could hold, until the row gets its new ones.
      let assignments = Set(columns.map { "\(EntityTable.column($0.column)) = randomblob(16)" }).sorted()
      try connection.run(
        "UPDATE \(update.table.name) SET \(assignments.joined(separator: ", ")) WHERE \(EntityTable.keyColumn) = ?",
        [.integer(update.model._$record.key)])
    }
  }

  private mutating func write(_ update: SavePlan.Update) throws {
    let (model, table) = (update.model, update.table)
    let key = model._$record.key
    switch update.resolution {
    case .write(let properties):
      // Another context may have moved the row since this one read it.
      for relation in table.positions where properties.contains(where: { $0 === relation.property }) {
        if let owner = try owner(of: key, relation, table) { announcements.noteList(relation, of: owner) }
      }
      try table.update(model, properties, key: key, plan.keys, on: connection)
      noteUpdate(of: model, table, written: properties)
    case .insert:
      let places = plan.places.places(of: model, in: table.positions)
      try table.insert(model, key: key, places: places, plan.keys, on: connection)
      announcements.noteInsertion(table.identity, key)
    case .accept:
      return announcements.noteCascade(.delete, table.identity, key)
    }
    announcements.noteOwners(of: model, table)
  }

  private mutating func noteUpdate(
    of model: any PersistentModel, _ table: EntityTable, written properties: [ModelProperty]
  ) {
    let key = model._$record.key
    let names = Set(properties.map(\.storedName))
    let changed = table.changedNames(of: model)
    let lists = table.properties.relationships.filter(\.isToMany).map(\.storedName)
    let written = changed.filter { names.contains($0) || lists.contains($0) } + names.subtracting(changed).sorted()
    if !written.isEmpty { announcements.noteUpdate(table.identity, key, written) }
    // The context has to show what the store kept.
    if changed.contains(where: { !names.contains($0) && !lists.contains($0) }) {
      announcements.noteCascade(.update, table.identity, key, changed)
      keptReferences = keptReferences || !table.relations.isEmpty
    } else if names.count < changed.count {
      givenLists.append(.update, table.identity, key, properties: changed)
    }
  }

  private func writePlaces() throws {
    guard !plan.places.moves.isEmpty else { return }
    // A row that gets its key again is written with its place.
    var returning: [EntityIdentity: Set<Int64>] = [:]
    for row in plan.insertions where row.model._$record.key > 0 {
      returning[row.table.identity, default: []].insert(row.key)
    }
    for move in plan.places.moves {
      let entity = try plan.store.table(for: move.relation.owner.modelType).identity
      guard returning[entity]?.contains(move.key) != true else { continue }
      let place = EntityTable.positionColumn(move.relation.property)
      try connection.run(
        """
        UPDATE \(SQL.quoted(move.relation.owner.tableName)) SET \(place) = ? \
        WHERE \(EntityTable.keyColumn) = ?
        """, [.integer(move.place), .integer(move.key)])
    }
  }

  // MARK: - Upserts

  /// Updates the rows that have the unique values of new models; empty relationships of the model keep the row's.
  private mutating func writeUpserts(late: Bool) throws {
    for upsert in plan.upserts where upsert.isLate == late {
      let (table, entity) = (upsert.table, upsert.table.identity)
      let written = table.properties.stored.filter { isSet($0, upsert.model) }
      try announceFormerOwners(of: upsert)
      try table.update(upsert.model, written, key: upsert.key, plan.keys, on: connection)
      try writePlaces(of: upsert)
      let lists = table.properties.relationships.filter(\.isToMany)
      let names = (written + lists).map(\.storedName)
      announcements.noteUpdate(entity, upsert.key, names)
      announcements.noteCascade(.update, entity, upsert.key, names)
      announcements.noteOwners(of: upsert.model, table)
      for relation in table.relations { announcements.noteLimits(relation, of: upsert.key) }
    }
  }

  private func isSet(_ property: ModelProperty, _ model: any PersistentModel) -> Bool {
    guard let relationship = property as? RelationshipProperty else { return true }
    return !model._$record.relation(relationship).keys.isEmpty
  }

  /// Announces the lists that the row is removed from.
  private mutating func announceFormerOwners(of upsert: SavePlan.Upsert) throws {
    for relation in upsert.table.positions where isSet(relation.property, upsert.model) {
      guard let owner = try owner(of: upsert.key, relation, upsert.table) else { continue }
      announcements.noteList(relation, of: owner)
      announcements.noteReread(relation, of: owner)
    }
  }

  /// The row whose list has a row in the store now, if one has.
  private func owner(of key: Int64, _ relation: Relation, _ table: EntityTable) throws -> Int64? {
    let owner = try connection.integer(
      "SELECT \(EntityTable.column(relation.property)) FROM \(table.name) WHERE \(EntityTable.keyColumn) = ?",
      [.integer(key)])
    return owner > 0 ? owner : nil
  }

  /// Makes the columns that refer to a model's former row refer to the one that it updated instead.
  private mutating func redirectReferences() throws {
    for upsert in plan.upserts {
      let former = upsert.model._$record.key
      guard former > 0, former != upsert.key, try !upsert.table.contains(former, on: connection) else { continue }
      for reference in upsert.table.references {
        let table = try plan.store.table(for: reference.owner.modelType)
        let column = EntityTable.column(reference.property)
        let keys = try connection.integers(
          "SELECT \(EntityTable.keyColumn) FROM \(table.name) WHERE \(column) = ?", [.integer(former)])
        guard !keys.isEmpty else { continue }
        try connection.run(
          "UPDATE \(table.name) SET \(column) = ? WHERE \(column) = ?", [.integer(upsert.key), .integer(former)])
        for key in keys { announcements.noteCascadedUpdate(table.identity, key, reference.property) }
      }
    }
  }

  private func writePlaces(of upsert: SavePlan.Upsert) throws {
    for relation in upsert.table.positions {
      guard let place = plan.places.place(of: upsert.model, relation) else { continue }
      let column = EntityTable.positionColumn(relation.property)
      try connection.run(
        "UPDATE \(upsert.table.name) SET \(column) = ? WHERE \(EntityTable.keyColumn) = ?",
        [.integer(place), .integer(upsert.key)])
    }
  }
}

extension EntityTable {
  fileprivate struct Reference {
    let property: RelationshipProperty
    let owner: ModelProperties
  }

  /// The relationships to one model that refer to rows of this table.
  fileprivate var references: [Reference] {
    let inverses = hierarchy.relations.compactMap { relation -> Reference? in
      guard let inverse = relation.inverse, !inverse.isToMany else { return nil }
      return Reference(property: inverse, owner: relation.destination)
    }
    let incoming = hierarchy.incoming.filter { !$0.isToMany }
    return inverses + incoming.map { Reference(property: $0.property, owner: $0.owner) }
  }
}
