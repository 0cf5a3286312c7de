/// One save of a context: everything that happens between `BEGIN IMMEDIATE` and `COMMIT`.
///
/// The context itself is not touched, so a save that fails leaves it as it was.
struct SaveTransaction {
  let context: ModelContext
  let connection: Connection
  /// What is announced and written into the history.
  var changes = ModelChanges()
  /// What delete rules did to rows that the context had no part in: it has to merge them like everybody else.
  var consequences = ModelChanges()
  /// The number of the transaction in the history.
  var token: Int64 = 0
  /// The models that became rows.
  var insertedKeys: [(model: any PersistentModel, entity: EntityIdentity, key: Int64)] = []
  /// The new models that change rows instead of becoming ones.
  var upserts: [Upsert] = []
  /// The changed models whose rows somebody else deleted, and which go along.
  var accepted: Set<ObjectIdentifier> = []
  /// Whether something led to rows that others deleted.
  var metMissingRows = false
  /// Whether a reference that others wrote stands against that of a model of the context.
  private var keptReferences = false
  /// The lists that models of the context were given.
  private var givenLists = ModelChanges()
  /// The models that become rows only after others were deleted.
  private var lateModels: Set<ObjectIdentifier> = []
  /// The keys that a custom store gave to new models.
  var assignedKeys: [ObjectIdentifier: Int64] = [:]
  /// The lists of other models that are already announced as changed.
  var announcedLists: Set<AnnouncedList> = []
  /// The lists whose members have to be counted in the end.
  var limitedLists = LimitedLists()
  var places = ListPlaces()
  var linkEnds = LinkEnds()
  var uniqueLookUps: [UniqueLookUp: String] = [:]

  /// What a save does to the row of a changed model.
  struct Update {
    let model: any PersistentModel
    let table: EntityTable
    let resolution: Resolution
  }

  struct WrittenRow: Hashable {
    let entity: EntityIdentity
    let key: Int64
  }

  struct AnnouncedList: Hashable {
    let entity: EntityIdentity
    let key: Int64
    let property: String
  }

  init(_ context: ModelContext, on connection: Connection) {
    self.context = context
    self.connection = connection
  }

  /// Writes everything.
  ///
  /// - Throws: `SwiftDataError` for a row that breaks a rule, `SQLiteError` for trouble with the store.
  mutating func run() throws {
    do {
      try write()
    } catch let error as SQLiteError where error.isUniqueViolation {
      throw SwiftDataError.uniqueConstraint(error)
    }
  }

  private mutating func write() throws {
    try connection.makeRoom(forRows: context.inserted.count + context.changed.count + context.deleted.count)
    let related =
      try context.inserted.all.filter { try isRelated($0) } + context.changed.all.filter { try isRelated($0) }
    try checkRelationships(of: related)
    try refuseConflicts()
    try giveKeys()
    try noteLimits(of: related)
    try planPlaces(of: related)
    let updates = try plannedUpdates()
    try releaseUniqueValues(of: updates)
    try writeInserts()
    try write(updates)
    try writeUpserts()
    try writePlaces()
    try writeLinks(of: related)
    try settleSharedInverses(of: related)
    try letGoOfMissingRows(leadingFrom: related)
    try writeDeletions()
    try writeInserts(afterDeletions: true)
    try writeUpserts(afterDeletions: true)
    try limitedLists.check(on: connection)
    if listsMayDiffer { for run in givenLists.runs { consequences.append(run) } }
    changes.compact()
    token = try context.store.history.append(
      changes, author: context.author, to: context.exclusive?.historyTransaction, on: connection)
  }

  func table(of model: any PersistentModel) throws -> EntityTable { try context.store.table(for: type(of: model)) }

  /// Whether the lists in the store may be other ones than those that models were given, because of rows that went or
  /// what others wrote.
  private var listsMayDiffer: Bool {
    metMissingRows || keptReferences || !accepted.isEmpty || context.store.copy != nil || !context.deleted.isEmpty
      || context.batchDeletions.wereMade
  }

  private func isRelated(_ model: any PersistentModel) throws -> Bool { try !table(of: model).relations.isEmpty }

  /// Gives every new row its key before the first is written, so that rows can refer to each other.
  private mutating func giveKeys() throws {
    for model in context.inserted.all { model._$record.keyInSave = 0 }
    var lastKeys: [EntityIdentity: Int64] = [:]
    var written = try UniqueRows(context)
    var lateRows: Set<WrittenRow> = []
    for model in try insertionOrder() {
      let table = try table(of: model)
      let values = try UniqueValues.all(of: model, table)
      let destination = try destination(of: values, table, written)
      if case .row(let key) = destination {
        model._$record.keyInSave = key
        let isLate = lateRows.contains(WrittenRow(entity: table.identity, key: key))
        upserts.append(Upsert(model: model, table: table, key: key, isLate: isLate))
        continue
      }
      let key = try key(for: model, table, &lastKeys)
      model._$record.keyInSave = key
      insertedKeys.append((model, table.identity, key))
      if case .newRowAfterDeletion = destination {
        lateModels.insert(ObjectIdentifier(model))
        lateRows.insert(WrittenRow(entity: table.identity, key: key))
      }
      written.add(values, key: key, table)
    }
  }

  /// A key that no row ever had; another store gives its own, and a model whose deletion was undone gets its row's again.
  private func key(
    for model: any PersistentModel, _ table: EntityTable, _ lastKeys: inout [EntityIdentity: Int64]
  ) throws -> Int64 {
    if let assigned = assignedKeys[ObjectIdentifier(model)] { return assigned }
    if model._$record.key > 0 { return model._$record.key }
    let last = try lastKeys[table.identity] ?? table.lastKey(on: connection)
    let key = try EntityTable.key(after: last, in: context.store)
    lastKeys[table.identity] = key
    return key
  }

  /// The new models; those last whose unique values contain the keys of others.
  private func insertionOrder() throws -> [any PersistentModel] {
    let models = context.inserted.all
    guard context.store.schema.entities.contains(where: \.properties.isUniqueByRelationship) else { return models }
    let isLate = try models.map { try table(of: $0).properties.isUniqueByRelationship }
    return zip(models, isLate).filter { !$0.1 }.map(\.0) + zip(models, isLate).filter(\.1).map(\.0)
  }

  private mutating func writeInserts(afterDeletions: Bool = false) throws {
    guard !afterDeletions || !lateModels.isEmpty else { return }
    if !afterDeletions { try expectInsertions() }
    for (model, entity, key) in insertedKeys
    where lateModels.isEmpty || lateModels.contains(ObjectIdentifier(model)) == afterDeletions {
      let table = try table(of: model)
      let places = table.positions.map { self.places.place(of: model, $0) ?? 0 }
      try table.insert(model, key: key, places: places, on: connection)
      changes.append(.insert, entity, key)
      try announceOwners(of: model, table)
    }
  }

  private func expectInsertions() throws {
    var counts: [EntityIdentity: Int] = [:]
    for row in insertedKeys { counts[row.entity, default: 0] += 1 }
    for (entity, count) in counts {
      guard let table = context.store.table(for: entity) else { continue }
      try connection.bulkInsertion?.expect(
        count, into: table.properties.tableName, indexes: table.queryIndexes, on: connection)
    }
  }

  /// What is written of the changed models, decided while their rows are as others left them.
  private func plannedUpdates() throws -> [Update] {
    try context.changed.all.compactMap { model in
      let table = try table(of: model)
      // Ephemeral values are nobody else's.
      guard !table.changedNames(of: model).isEmpty else { return nil }
      return try Update(model: model, table: table, resolution: resolution(of: model, table))
    }
  }

  private mutating func write(_ updates: [Update]) throws {
    for update in updates { try write(update.resolution, of: update.model, update.table) }
  }

  private mutating func write(_ resolution: Resolution, of model: any PersistentModel, _ table: EntityTable) throws {
    let key = model._$record.key
    switch resolution {
    case .write(let properties):
      // Where only a list was changed, perhaps from its other end, there may be no row to write.
      guard try !properties.isEmpty || table.contains(key, on: connection) else { return accept(model, table) }
      try table.update(model, properties, key: key, on: connection)
      let names = Set(properties.map(\.storedName))
      let changed = table.changedNames(of: model)
      let lists = table.properties.relationships.filter(\.isToMany).map(\.storedName)
      let written = changed.filter { names.contains($0) || lists.contains($0) } + names.subtracting(changed).sorted()
      if !written.isEmpty { changes.append(.update, table.identity, key, properties: written) }
      // What the store kept is shown here from now on.
      if changed.contains(where: { !names.contains($0) && !lists.contains($0) }) {
        consequences.append(.update, table.identity, key, properties: changed)
        keptReferences = keptReferences || !table.relations.isEmpty
      } else if names.count < changed.count {
        givenLists.append(.update, table.identity, key, properties: changed)
      }
    case .insert:
      try table.insert(
        model, key: key, places: table.positions.map { places.place(of: model, $0) ?? 0 }, on: connection)
      changes.append(.insert, table.identity, key)
    case .accept:
      return accept(model, table)
    }
    try announceOwners(of: model, table)
  }

  /// Lets a model go along with its row, which somebody else deleted.
  private mutating func accept(_ model: any PersistentModel, _ table: EntityTable) {
    accepted.insert(ObjectIdentifier(model))
    consequences.append(.delete, table.identity, model._$record.key)
  }
}

extension EntityTable {
  /// The names of the changed properties, lists included.
  fileprivate func changedNames(of model: any PersistentModel) -> [String] {
    let dirty = model._$record.dirty
    return properties.all.filter { dirty.contains($0.slot) && ($0.isStored || $0.destination != nil) }.map(\.storedName)
  }
}
