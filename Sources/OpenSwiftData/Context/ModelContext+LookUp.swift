extension ModelContext {
  /// The model of an identifier if this context holds it, otherwise nil; the store is not asked.
  public func registeredModel<Model: PersistentModel>(for identifier: PersistentIdentifier) -> Model? {
    mergePendingChanges()
    return registered(identifier.resolved) as? Model
  }

  /// The model of an identifier, without looking whether there is a row.
  ///
  /// Its values are read when they are first needed. If the row is gone the model answers `isDeleted` and placeholder
  /// values; so does a model of any type for an identifier of an entity that the container does not know.
  public func model(for identifier: PersistentIdentifier) -> any PersistentModel {
    mergePendingChanges()
    let identifier = identifier.resolved
    if let model = registered(identifier) { return model }
    if let table = store.table(for: identifier.entity) {
      guard table.hasSubclasses else { return makeModel(table, key: identifier.key) }
      // Only the row knows which class it is of.
      return models([identifier.key], table).first ?? makeDeletedModel(table, identifier)
    }
    // Another store's row, or an unsaved model of somebody else: there is no such row here.
    // An entity that this container does not know either: any model can say that it is deleted.
    guard let table = store.table(named: identifier.entityName) ?? store.anyTable else {
      preconditionFailure("\(identifier) belongs to no entity of this container's schema, which is empty")
    }
    return makeDeletedModel(table, identifier)
  }

  /// The model of an identifier: registered here, or fetched, or nil if there is no such row.
  ///
  /// Where `ModelActor`'s subscript answers nil, this says whether the store could be read at all.
  ///
  /// - Throws: `StoreError` if the store can't be read.
  public func fetchModel<Model: PersistentModel>(for identifier: PersistentIdentifier) throws -> Model? {
    mergePendingChanges()
    let identifier = identifier.resolved
    if let model = registered(identifier) {
      if model._$record.isFault { fill(model) }
      return model._$record.isDeleted ? nil : model as? Model
    }
    guard let table = try? store.table(for: Model.self), table.identity == identifier.entity else { return nil }
    let model = try read { try self.fetchModel(table, key: identifier.key, on: $0) } as? Model
    return model?._$record.isDeleted == true ? nil : model
  }

  /// Reads the values of a fault; a model whose row is gone becomes a deleted one.
  ///
  /// If the store can't be read now the model stays a fault, and it is read again soon, or by the next access.
  func fill(_ model: any PersistentModel) {
    guard let entity = model._$record.entity, let table = store.table(for: entity) else { return }
    // Among them those that are marked for deletion: their rows are there until the save.
    let faults = siblings(of: model, table).filter { $0._$record.isFault && $0._$record.state != .deleted }
    do {
      let found = try read { try self.refresh(faults, table, on: $0) }
      if model._$record.isFault, !found.contains(model._$record.key) { becomeDeleted(model) }
      guard unreadable.isReported else { return }
      // Nobody else says of a context without an executor that the trouble is over.
      if !link.hasExecutor { unreadable.settle() }
    } catch let error as StoreError {
      noteUnreadable(faults, nil, error)
    } catch {
      // A value that makes no sense will make none the next time.
    }
  }

  /// Reads the properties that a fetch left out, for a model and those fetched with it.
  func complete(_ model: any PersistentModel) {
    guard let table = try? store.table(for: type(of: model)) else { return }
    for sibling in siblings(of: model, table) where sibling._$record.isPartial { sibling._$record.isFault = true }
    fill(model)
  }

  /// Reads the rows of some faults; those without a row, and those whose row can't be read, stay faults.
  ///
  /// - Returns: the keys that have a row.
  private func refresh(
    _ faults: [any PersistentModel], _ table: EntityTable, on connection: Connection
  ) throws -> Set<Int64> {
    // One that outlived its context is not registered in the one that reads for it.
    guard faults.count > 1 else {
      return Set(try faults.filter { try refresh($0, table, on: connection) }.map { $0._$record.key })
    }
    var found: Set<Int64> = []
    try forEachRow(faults.map { $0._$record.key }, table, on: connection) { row in
      found.insert(row.integer(0))
      _ = try? self.model(of: row, table, table.everything)
    }
    return found
  }

  /// Reads rows by their keys in one query.
  func forEachRow(
    _ keys: [Int64], _ table: EntityTable, on connection: Connection, _ body: (Statement) throws -> Void
  ) throws {
    guard !keys.isEmpty else { return }
    let statement = try connection.statement(keys.count == 1 ? table.selectByKeySQL : table.selectByKeysSQL)
    defer { statement.reset() }
    try statement.bind([keys.count == 1 ? .integer(keys[0]) : .text(SQLiteValue.jsonList(keys))])
    while try statement.step() { try body(statement) }
  }

  /// Brings a model in line with its row, and tells observers what differs.
  ///
  /// - Returns: false if there is no such row any more.
  func refresh(_ model: any PersistentModel, _ table: EntityTable, on connection: Connection) throws -> Bool {
    let isFound = try withRow(model._$record.key, table, on: connection) { row in
      let (table, columns) = try table.everything.resolved(of: row, table)
      try table.check(model)
      try table.merge(row, into: model, columns)
      model._$record.isFault = false
      return true
    }
    return isFound ?? false
  }

  /// Reads one row by its key.
  ///
  /// - Returns: nil if there is none.
  private func withRow<Result>(
    _ key: Int64, _ table: EntityTable, on connection: Connection, _ body: (Statement) throws -> Result
  ) throws -> Result? {
    let statement = try connection.statement(table.selectByKeySQL)
    defer { statement.reset() }
    try statement.bind(key, at: 1)
    return try statement.step() ? try body(statement) : nil
  }

  /// Lets a model answer that its row is gone; the last values of its attributes stay readable.
  func becomeDeleted(_ model: any PersistentModel) {
    listAtHand = nil
    let record = model._$record
    if let entity = record.entity { unregister(model, entity) }
    changed.remove(model)
    deleted.remove(model)
    record.becomeClean()
    record.state = .deleted
    record.isFault = false
    noteFarEnds(of: model)
  }

  /// Tells the observers of what a model leads to, which may be gone together with it, or come back.
  func noteFarEnds(of model: any PersistentModel) {
    for property in type(of: model)._$properties.relationships where !model._$record.relation(property).keys.isEmpty {
      property.withMutation(of: model) {}
    }
  }

  /// Keeps a model whose row is gone as one that is about to be changed.
  func keepForItsChange(_ model: any PersistentModel) {
    let record = model._$record
    guard let entity = record.entity, identityMap.model(entity, record.key) == nil else { return }
    record.state = .saved
    identityMap.register(model, entity, record.key)
    noteFarEnds(of: model)
  }

  /// Forgets that a model stands for its row; another instance may have taken its place.
  func unregister(_ model: any PersistentModel, _ entity: EntityIdentity) {
    let key = model._$record.key
    if key != 0, identityMap.model(entity, key) === model { identityMap.remove(entity, key) }
  }

  private func registered(_ identifier: PersistentIdentifier) -> (any PersistentModel)? {
    if identifier.isTemporary {
      return inserted.all.first { $0._$record.key == identifier.key }
    }
    return identityMap.model(identifier.entity, identifier.key)
  }

  func fetchModel(
    _ table: EntityTable, key: Int64, on connection: Connection
  ) throws -> (any PersistentModel)? {
    try withRow(key, table, on: connection) { try self.model(of: $0, table, table.everything) }
  }

  /// The instance for the row that a statement stands on: a new one, or the registered one brought up to date.
  ///
  /// - Parameter columns: what the row consists of.
  func model(
    of row: Statement, _ table: EntityTable, _ columns: ColumnSelection
  ) throws -> any PersistentModel {
    let (table, columns) = try columns.resolved(of: row, table)
    let key = row.integer(0)
    if let registered = identityMap.model(table.identity, key) {
      try table.check(registered)
      // A fault stays one as long as a part of it was not read.
      guard !columns.isPartial || !registered._$record.isFault else { return registered }
      try table.merge(row, into: registered, columns)
      registered._$record.isFault = false
      return registered
    }
    let model = makeUnregistered(table, key: key)
    try table.load(model, from: row, columns)
    model._$record.isPartial = columns.isPartial
    // Last: once there is a weak reference to an object, retaining it takes twice as long.
    identityMap.register(model, table.identity, key)
    return model
  }

  func makeModel(_ table: EntityTable, key: Int64) -> any PersistentModel {
    let model = makeUnregistered(table, key: key)
    model._$record.isFault = true
    identityMap.register(model, table.identity, key)
    return model
  }

  private func makeUnregistered(_ table: EntityTable, key: Int64) -> any PersistentModel {
    let model = table.properties.makeFault()
    let record = model._$record
    record.link = link
    record.state = .saved
    record.becomePermanent(entity: table.identity, key: key)
    if !batchDeletions.isEmpty { markIfDeletedInBatch(model, table.identity, key) }
    return model
  }
}

extension ModelContext {
  /// The models of some keys, read in one query; keys without a row, or with an unreadable one, are left out.
  func models(_ keys: [Int64], _ table: EntityTable) -> [any PersistentModel] {
    (try? readModels(keys, table)) ?? []
  }

  /// The same.
  ///
  /// - Throws: `StoreError` if the store can't be read.
  func readModels(_ keys: [Int64], _ table: EntityTable) throws -> [any PersistentModel] {
    var models: [Int64: any PersistentModel] = [:]
    try read { connection in
      try self.forEachRow(keys, table, on: connection) {
        models[$0.integer(0)] = try? self.model(of: $0, table, table.everything)
      }
    }
    return noteSiblings(keys.compactMap { models[$0] }, table)
  }

  /// Lets models that were fetched together know of each other.
  func noteSiblings<Model>(_ models: [Model], _ table: EntityTable) -> [Model] {
    guard models.count > 1, !table.relations.isEmpty else { return models }
    let records = models.compactMap { ($0 as? any PersistentModel)?._$record }
    let siblings = FetchedSiblings(records.map(\.key))
    for record in records { record.siblings = siblings }
    return models
  }

  /// A model that stands for a row that is not there.
  func makeDeletedModel(_ table: EntityTable, _ identifier: PersistentIdentifier) -> any PersistentModel {
    let model = table.properties.makeFault()
    let record = model._$record
    record.link = link
    record.becomePermanent(entity: identifier.entity, key: identifier.key)
    record.state = .deleted
    return model
  }
}
