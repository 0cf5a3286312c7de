extension ModelContext {
  /// The model of an identifier if this context holds it, otherwise nil; the store is not asked.
  public func registeredModel<Model: PersistentModel>(for identifier: PersistentIdentifier) -> Model? {
    mergePendingChanges()
    return registered(identifier.resolved) as? Model
  }

  /// The model of an identifier, without looking whether there is a row.
  ///
  /// Its values are read when they are first needed. If the row is gone the model answers `isDeleted` and placeholder values.
  public func model(for identifier: PersistentIdentifier) -> any PersistentModel {
    mergePendingChanges()
    let identifier = identifier.resolved
    if let model = registered(identifier) { return model }
    guard let table = store.table(for: identifier.entity) ?? store.table(named: identifier.entityName) else {
      preconditionFailure("\(identifier) belongs to no entity of this container's schema")
    }
    return makeModel(table, key: identifier.key)
  }

  /// The model of an identifier: registered here, or fetched, or nil if there is no such row.
  func registeredOrFetchedModel<Model: PersistentModel>(for identifier: PersistentIdentifier) -> Model? {
    mergePendingChanges()
    let identifier = identifier.resolved
    if let model = registered(identifier) {
      if model._$record.isFault { fill(model) }
      return model._$record.isDeleted ? nil : model as? Model
    }
    guard let table = store.table(for: identifier.entity), table.properties.modelType == Model.self else { return nil }
    return try? read { try self.fetchModel(table, key: identifier.key, on: $0) } as? Model
  }

  /// Reads the values of a fault; a model whose row is gone becomes a deleted one.
  func fill(_ model: any PersistentModel) {
    let record = model._$record
    record.isFault = false
    guard let entity = record.entity, let table = store.table(for: entity) else { return }
    let isFound = try? read { try self.load(model, table, on: $0) }
    if isFound != true { becomeDeleted(model) }
  }

  func becomeDeleted(_ model: any PersistentModel) {
    let record = model._$record
    if let entity = record.entity { identityMap.remove(entity, record.key) }
    changed.remove(model)
    deleted.remove(model)
    record.state = .deleted
  }

  private func registered(_ identifier: PersistentIdentifier) -> (any PersistentModel)? {
    if identifier.isTemporary {
      return inserted.all.first { $0._$record.key == identifier.key }
    }
    return identityMap.model(identifier.entity, identifier.key) as? any PersistentModel
  }

  fileprivate func fetchModel(
    _ table: EntityTable, key: Int64, on connection: Connection
  ) throws -> (any PersistentModel)? {
    let statement = try connection.statement(table.selectByKeySQL)
    defer { statement.reset() }
    try statement.bind(key, at: 1)
    return try statement.step() ? try model(of: statement, table) : nil
  }

  private func load(_ model: any PersistentModel, _ table: EntityTable, on connection: Connection) throws -> Bool {
    let statement = try connection.statement(table.selectByKeySQL)
    defer { statement.reset() }
    try statement.bind(model._$record.key, at: 1)
    guard try statement.step() else { return false }
    try table.load(model, from: statement)
    return true
  }

  /// The instance for the row that a statement stands on: a new one, or the registered one brought up to date.
  func model(of row: Statement, _ table: EntityTable) throws -> any PersistentModel {
    let key = row.integer(0)
    if let registered = identityMap.model(table.identity, key) as? any PersistentModel {
      if registered._$record.isFault {
        try fill(registered, table, from: row)
      } else {
        try table.merge(row, into: registered)
      }
      return registered
    }
    let model = makeModel(table, key: key)
    try fill(model, table, from: row)
    return model
  }

  private func fill(_ model: any PersistentModel, _ table: EntityTable, from row: Statement) throws {
    try table.load(model, from: row)
    model._$record.isFault = false
  }

  private func makeModel(_ table: EntityTable, key: Int64) -> any PersistentModel {
    let model = table.properties.makeFault()
    let record = model._$record
    record.link = link
    record.state = .saved
    record.isFault = true
    record.becomePermanent(entity: table.identity, key: key)
    identityMap.register(model, table.identity, key)
    return model
  }
}

extension ModelContext {
  /// The models of some keys, read in one snapshot; keys without a row are left out.
  func models(_ keys: [Int64], _ table: EntityTable) -> [any PersistentModel] {
    let models = try? read { connection in
      try connection.withReadTransaction {
        try keys.compactMap { try self.fetchModel(table, key: $0, on: connection) }
      }
    }
    return models ?? []
  }

  /// A model that stands for a row that is gone.
  func deletedModel<Model: PersistentModel>(_ table: EntityTable, key: Int64) -> Model {
    let model = Model(backingData: FaultBackingData<Model>())
    let record = model._$record
    record.link = link
    record.becomePermanent(entity: table.identity, key: key)
    record.state = .deleted
    return model
  }
}
