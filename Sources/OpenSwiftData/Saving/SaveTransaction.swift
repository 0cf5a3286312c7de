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
  /// The lists of other models that are already announced as changed.
  var announcedLists: Set<AnnouncedList> = []
  var places = ListPlaces()

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
  mutating func run() throws {
    let pending = context.inserted.all + context.changed.all
    try checkRelationships(of: pending)
    try giveKeys()
    try planPlaces(of: pending)
    try writeInserts()
    try writeUpdates()
    try writePlaces()
    try writeLinks(of: pending)
    try writeDeletions()
    token = try context.store.history.append(changes, author: context.author, on: connection)
  }

  func table(of model: any PersistentModel) throws -> EntityTable { try context.store.table(for: type(of: model)) }

  /// Gives every new row its key before the first is written, so that rows can refer to each other.
  private mutating func giveKeys() throws {
    var lastKeys: [EntityIdentity: Int64] = [:]
    for model in context.inserted.all {
      let table = try table(of: model)
      let key = try (lastKeys[table.identity] ?? table.lastKey(on: connection)) + 1
      lastKeys[table.identity] = key
      model._$record.keyInSave = key
      insertedKeys.append((model, table.identity, key))
    }
  }

  private mutating func writeInserts() throws {
    for (model, entity, key) in insertedKeys {
      let table = try table(of: model)
      let places = table.positions.map { self.places.place(of: model, $0) ?? 0 }
      try table.insert(model, key: key, places: places, on: connection)
      changes.append(.insert, entity, key)
      try announceOwners(of: model, table)
    }
  }

  private mutating func writeUpdates() throws {
    for model in context.changed.all {
      let table = try table(of: model)
      try table.update(model, on: connection)
      changes.append(.update, table.identity, model._$record.key, properties: table.changedNames(of: model))
      try announceOwners(of: model, table)
    }
  }
}

extension EntityTable {
  /// The names of the changed properties, lists included.
  fileprivate func changedNames(of model: any PersistentModel) -> [String] {
    let dirty = model._$record.dirty
    return properties.all.filter { dirty.contains($0.slot) && ($0.isStored || $0.destination != nil) }.map(\.name)
  }
}
