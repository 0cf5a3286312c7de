import Foundation

extension ModelContext {
  /// Fetches models.
  ///
  /// - Throws: `StoreError` if the store can't be read, `SwiftDataError` for a descriptor that makes no sense.
  public func fetch<Model>(_ descriptor: FetchDescriptor<Model>) throws -> [Model] {
    mergePendingChanges()
    if descriptor.includePendingChanges, let pending = PendingOverlay(descriptor, in: self) {
      return try pending.apply { try self.fetchStored($0) }
    }
    return try fetchStored(descriptor)
  }

  /// The number of models that a fetch would return.
  public func fetchCount<Model>(_ descriptor: FetchDescriptor<Model>) throws -> Int {
    var residual: FetchResidual<Model>?
    let query = try query(descriptor, &residual)
    let isPlain = residual == nil && !(descriptor.includePendingChanges && hasPendingModels(of: Model.self))
    guard isPlain else { return try fetch(descriptor).count }
    if let copy = store.copy { return try count(descriptor, copy) }
    mergePendingChanges()
    return try read { Int(try $0.integer(query.countSQL, query.arguments)) }
  }

  /// The identifiers of the models that a fetch would return; the models themselves are not made.
  public func fetchIdentifiers<Model>(_ descriptor: FetchDescriptor<Model>) throws -> [PersistentIdentifier] {
    var residual: FetchResidual<Model>?
    let table = try store.table(for: Model.self)
    let query = try query(descriptor, &residual)
    let isPlain = residual == nil && !(descriptor.includePendingChanges && hasPendingModels(of: Model.self))
    guard isPlain, store.copy == nil else { return try fetch(descriptor).map(\.persistentModelID) }
    mergePendingChanges()
    return try read { connection in
      try query.keys(on: connection).map { PersistentIdentifier(entity: table.identity, key: $0) }
    }
  }

  /// A descriptor as SQL that leaves out the rows which the next save deletes, if unsaved changes count.
  ///
  /// - Parameter residual: receives what SQL can't say, nil if it says it all.
  func query<Model>(
    _ descriptor: FetchDescriptor<Model>, _ residual: inout FetchResidual<Model>?
  ) throws -> SelectQuery {
    var query = try SelectQuery(descriptor, in: store, pending: pendingEntities(descriptor), residual: &residual)
    guard descriptor.includePendingChanges, !batchDeletions.isEmpty else { return query }
    if let keys = batchDeletions.sortedKeys(of: query.table.identity) { query.leaveOut(keys) }
    return query
  }

  /// Whether models of a type wait for a save.
  ///
  /// - Complexity: O(1) in the models that wait.
  func hasPendingModels<Model: PersistentModel>(of type: Model.Type) -> Bool {
    hasChanges && inserted.count(of: type) + changed.count(of: type) + deleted.count(of: type) > 0
  }

  /// The entities of which a fetch has to see unsaved changes.
  private func pendingEntities<Model>(_ descriptor: FetchDescriptor<Model>) -> Set<EntityIdentity> {
    guard descriptor.includePendingChanges, descriptor.predicate != nil, hasChanges else { return [] }
    let types = inserted.types + changed.types + deleted.types
    return Set(types.compactMap { store.identity(of: $0) } + batchDeletions.entities)
  }

  private func fetchStored<Model>(_ descriptor: FetchDescriptor<Model>) throws -> [Model] {
    var residual: FetchResidual<Model>?
    let table = try store.table(for: Model.self)
    if let copy = store.copy, let models = try fetched(descriptor, table, copy) { return models }
    let query = try query(descriptor, &residual)
    let models: [Model] = try read { try self.models(query, table, on: $0) }
    return residual?.apply(to: models) ?? models
  }

  private func models<Model: PersistentModel>(
    _ query: SelectQuery, _ table: EntityTable, on connection: Connection
  ) throws -> [Model] {
    var models: [Model] = []
    do {
      let statement = try connection.statement(query.sql(selecting: query.columns.sql))
      defer { statement.reset() }
      try statement.bind(query.arguments)
      while try statement.step() {
        // A table has models of the type that it was looked up by.
        models.append(unsafeDowncast(try model(of: statement, table, query.columns), to: Model.self))
      }
    }
    if !query.prefetched.isEmpty { try prefetch(query.prefetched, for: models, table, on: connection) }
    return noteSiblings(models, table)
  }
}
