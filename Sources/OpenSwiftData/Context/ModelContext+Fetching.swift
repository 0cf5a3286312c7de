import Foundation

extension ModelContext {
  /// Fetches models.
  ///
  /// - Throws: `StoreError` if the store can't be read, `SwiftDataError` for an invalid descriptor.
  public func fetch<Model>(_ descriptor: FetchDescriptor<Model>) throws -> [Model] {
    link.mergeCommits()
    if descriptor.includePendingChanges, let overlay = PendingOverlay(descriptor, pending, tracker) {
      return try overlay.apply { try self.fetchStored($0) }
    }
    return try fetchStored(descriptor)
  }

  /// The number of models that a fetch would return.
  public func fetchCount<Model>(_ descriptor: FetchDescriptor<Model>) throws -> Int {
    let plan = try fetchPlan(descriptor)
    guard isPlain(plan, descriptor) else { return try fetch(descriptor).count }
    if let customStore { return try customStore.count(descriptor, author: author) ?? fetch(descriptor).count }
    link.mergeCommits()
    return try connection.read { connection in
      let query = try plan.query.foundByText(on: connection)
      return Int(try connection.integer(query.countSQL, query.arguments))
    }
  }

  /// The identifiers of the models that a fetch would return; the models themselves are not made.
  public func fetchIdentifiers<Model>(_ descriptor: FetchDescriptor<Model>) throws -> [PersistentIdentifier] {
    let plan = try fetchPlan(descriptor)
    guard isPlain(plan, descriptor), customStore == nil else { return try fetch(descriptor).map(\.persistentModelID) }
    link.mergeCommits()
    let entity = plan.query.table.identity
    return try connection.read { connection in
      let keys = try plan.query.foundByText(on: connection).keys(on: connection)
      return keys.map { PersistentIdentifier(entity: entity, key: $0) }
    }
  }

  /// Whether the store alone can answer: SQL expresses the fetch, and no unsaved change affects it.
  private func isPlain<Model>(_ plan: FetchPlan<Model>, _ descriptor: FetchDescriptor<Model>) -> Bool {
    plan.residual == nil && !(descriptor.includePendingChanges && pending.hasModels(of: Model.self))
  }

  /// The plan of a fetch from the store, without rows that are marked for deletion.
  func fetchPlan<Model>(_ descriptor: FetchDescriptor<Model>) throws -> FetchPlan<Model> {
    let plan = try FetchPlan(descriptor, in: store, pending: pendingEntities(descriptor))
    guard descriptor.includePendingChanges,
      let keys = pending.sortedDeletedKeys(of: plan.query.table.identity)
    else { return plan }
    return plan.excluding(keys)
  }

  /// The entities whose unsaved changes the fetch must see.
  private func pendingEntities<Model>(_ descriptor: FetchDescriptor<Model>) -> Set<EntityIdentity> {
    guard descriptor.includePendingChanges, descriptor.predicate != nil, hasChanges else { return [] }
    return pending.entities(in: store)
  }

  private func fetchStored<Model>(_ descriptor: FetchDescriptor<Model>) throws -> [Model] {
    if let customStore {
      let table = try store.table(for: Model.self)
      if let models = try customStore.fetch(descriptor, table, for: self) { return models }
    }
    let plan = try fetchPlan(descriptor)
    let models: [Model] = try connection.read { try self.models(plan.query, on: $0) }
    return plan.residual?.apply(to: models) ?? models
  }

  private func models<Model: PersistentModel>(
    _ query: SelectQuery, on connection: Connection
  ) throws -> [Model] {
    let table = query.table
    // Sound: a table has models of the type that it was looked up by, and both are arrays of references.
    let models = unsafeBitCast(try materializer.models(query, on: connection), to: [Model].self)
    if !query.prefetched.isEmpty { try relationships.prefetch(query.prefetched, for: models, table, on: connection) }
    return materializer.noteSiblings(models, table)
  }

  // MARK: - In batches

  /// Fetches models whose values are read in batches, when they are accessed.
  ///
  /// The result is that of the moment of the call; a model whose row is gone when it is accessed is a deleted one.
  ///
  /// - Parameter batchSize: the most models read at once; 0 or less for all.
  /// - Throws: `StoreError` if the store can't be read, `SwiftDataError` for an invalid descriptor.
  /// - Complexity: one key of eight bytes for each result; no model is made.
  ///
  /// Source: SwiftData, `ModelContext.fetch(_:batchSize:)`.
  public func fetch<Model>(
    _ descriptor: FetchDescriptor<Model>, batchSize: Int
  ) throws -> FetchResultsCollection<Model> {
    let table = try store.table(for: Model.self)
    let (keys, unsaved) = try keys(descriptor)
    let window = ResultsWindow(
      context: self, table: table, batch: batchSize > 0 ? batchSize : .max, unsaved: unsaved)
    return FetchResultsCollection(keys: keys, source: window)
  }

  /// Fetches identifiers into a collection that keeps eight bytes for each.
  ///
  /// - Parameter batchSize: ignored; the keys are read at once, because the order is that of one moment.
  /// - Throws: `StoreError` if the store can't be read, `SwiftDataError` for an invalid descriptor.
  ///
  /// Source: SwiftData, `ModelContext.fetchIdentifiers(_:batchSize:)`.
  public func fetchIdentifiers<Model>(
    _ descriptor: FetchDescriptor<Model>, batchSize _: Int
  ) throws -> FetchResultsCollection<PersistentIdentifier> {
    let table = try store.table(for: Model.self)
    return FetchResultsCollection(keys: try keys(descriptor).keys, source: IdentifierSource(table))
  }

  /// The keys of a result, and its models that have no row yet.
  private func keys<Model>(
    _ descriptor: FetchDescriptor<Model>
  ) throws -> (keys: OrderedKeys, unsaved: [Int64: Model]) {
    guard descriptor.includePendingChanges, pending.hasModels(of: Model.self) else {
      return (OrderedKeys(try fetchIdentifiers(descriptor).map(\.key)), [:])
    }
    let models = try fetch(descriptor)
    let keyed = models.map { ($0.persistentModelID.key, $0) }
    return (
      OrderedKeys(keyed.map(\.0)), Dictionary(uniqueKeysWithValues: keyed.filter { $0.1._$record.state == .inserted })
    )
  }

  /// Runs a closure for each model of a fetch, one batch in memory at a time.
  ///
  /// The models of a batch are released before the next one is read, unless they are retained elsewhere or were
  /// changed. The models and their order are decided at the call.
  ///
  /// - Parameters:
  ///   - batchSize: the most models in memory at once; 0 or less for all.
  ///   - allowEscapingMutations: whether the closure may leave unsaved changes in the context.
  ///   - block: called for each model; an error it throws ends the enumeration.
  /// - Throws: what the block throws; `SwiftDataError.escapingMutation` at the end of a batch that left unsaved changes
  ///   without being allowed to, which are kept; `StoreError` if the store can't be read.
  ///
  /// Source: SwiftData, `ModelContext.enumerate(_:batchSize:allowEscapingMutations:block:)`.
  public func enumerate<Model: PersistentModel>(
    _ fetch: FetchDescriptor<Model>, batchSize: Int = 5000, allowEscapingMutations: Bool = false,
    block: (Model) throws -> Void
  ) throws {
    let table = try store.table(for: Model.self)
    let (keys, unsaved) = try keys(fetch)
    let unsavedCount = pending.count
    for batch in keys.batches(of: batchSize > 0 ? batchSize : Swift.max(1, keys.count)) {
      for model in try models(batch, table, unsaved) where !model.isDeleted { try block(model) }
      guard allowEscapingMutations || pending.count == unsavedCount else { throw SwiftDataError.escapingMutation }
    }
  }

  private func models<Model: PersistentModel>(
    _ keys: [Int64], _ table: EntityTable, _ unsaved: [Int64: Model]
  ) throws -> [Model] {
    let models: [Model] = try connection.read { connection in
      try connection.withReadTransaction {
        try keys.compactMap { key in
          if let model = unsaved[key] { return model }
          return try materializer.fetchModel(table, key: key, on: connection) as? Model
        }
      }
    }
    return materializer.noteSiblings(models, table)
  }
}

/// Applies the unsaved changes of a context to the result of a fetch.
private struct PendingOverlay<Model: PersistentModel> {
  private let descriptor: FetchDescriptor<Model>
  private let pending: PendingChanges
  private let tracker: ChangeTracker

  /// Nil if the context has no unsaved models of the type.
  init?(_ descriptor: FetchDescriptor<Model>, _ pending: PendingChanges, _ tracker: ChangeTracker) {
    guard pending.hasModels(of: Model.self) else { return nil }
    self.descriptor = descriptor
    self.pending = pending
    self.tracker = tracker
  }

  /// - Complexity: besides the fetch, O(n) in the inserted and changed models of the type, or only in those with the
  /// value that the predicate asks of a property.
  func apply(_ fetch: (FetchDescriptor<Model>) throws -> [Model]) throws -> [Model] {
    var stored = descriptor
    stored.fetchOffset = nil
    stored.fetchLimit = descriptor.fetchLimit.flatMap(enough)
    let kept = try fetch(stored).filter { $0._$record.state == .saved && !$0._$record.isDirty }
    return descriptor.sorted(kept + added).page(offset: descriptor.fetchOffset, limit: descriptor.fetchLimit)
  }

  private var added: [Model] {
    guard let predicate = descriptor.predicate else {
      return pending.inserted.models(of: Model.self) + pending.changed.models(of: Model.self)
    }
    let candidates = pending.models(mayMatch: predicate)
    tracker.watchChanges()
    return candidates.filter(MemoryPredicate(predicate).matches)
  }

  /// How many stored rows fill a page; nil for all.
  private func enough(_ limit: Int) -> Int? {
    guard limit >= 0 else { return nil }
    let hidden = pending.changed.count(of: Model.self) + pending.deleted.count(of: Model.self)
    let (page, isTooLong) = limit.addingReportingOverflow(max(0, descriptor.fetchOffset ?? 0))
    let (sum, isTooMuch) = page.addingReportingOverflow(hidden)
    return isTooLong || isTooMuch ? nil : sum
  }
}
