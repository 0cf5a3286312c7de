import Foundation

extension ModelContext {
  /// Marks every model that matches a predicate now for deletion by the next save, without loading models.
  ///
  /// Unsaved models count with the values that they have now. Fetches no longer return the models; `rollback()` brings
  /// them back, an undo manager does not.
  ///
  /// The save follows the delete rules of the relationships, models in memory become deleted ones, and the history
  /// names the rows.
  ///
  /// - Parameter predicate: which models; nil for all.
  /// - Throws: `SwiftDataError.unknownSchema` for a type that the container does not hold, `StoreError` if the store
  ///   can't be read.
  /// - Complexity: a key of eight bytes for each row; the save needs a fixed number of statements for each relationship
  ///   involved. Models are fetched with custom stores, or if SQL can't express the predicate and something is unsaved.
  ///
  /// Source: SwiftData, `ModelContext.delete(model:where:includeSubclasses:)`.
  public func delete<Model: PersistentModel>(
    model: Model.Type, where predicate: Predicate<Model>? = nil, includeSubclasses: Bool = true
  ) throws {
    link.mergeCommits()
    let table = try store.table(for: Model.self)
    let matches = try matches(predicate, table, includeSubclasses: includeSubclasses)
    guard !matches.models.isEmpty || !matches.keys.isEmpty else { return }
    tracker.noteUnsavedChange()
    pending.appendedList.forget()
    for model in matches.models { markInBatch(model) }
    let unmade = matches.keys.filter { key in
      guard let model = identityMap.model(table.identity, key) else { return true }
      markInBatch(model)
      return false
    }
    pending.deleteRows(unmade, of: store.root(of: table))
  }

  /// The matching models that are unsaved, and the keys of the other matching rows.
  private func matches<Model: PersistentModel>(
    _ predicate: Predicate<Model>?, _ table: EntityTable, includeSubclasses: Bool
  ) throws -> (models: [Model], keys: [Int64]) {
    let isIncluded = { (model: Model) in includeSubclasses || type(of: model) == Model.self }
    let descriptor = FetchDescriptor(predicate: predicate)
    let isExact = try fetchPlan(descriptor).residual == nil
    // A predicate that reads unsaved models is evaluated on models.
    guard customStore == nil, isExact || !hasChanges else { return (try fetch(descriptor).filter(isIncluded), []) }
    let test = predicate.map { MemoryPredicate($0) }
    let unsaved = (pending.inserted.models(of: Model.self) + pending.changed.models(of: Model.self)).filter(isIncluded)
    let keys = try storedKeys(descriptor, includeSubclasses ? nil : table).filter { !isPending($0, table) }
    return (unsaved.filter { test?.matches($0) ?? true }, keys)
  }

  /// The keys of the matching rows as stored; of one class only, if it is given.
  private func storedKeys<Model>(_ descriptor: FetchDescriptor<Model>, _ exact: EntityTable?) throws -> [Int64] {
    let reader = ResultsReader(query: try ResultsQuery(descriptor, section: nil, store: store), store: store)
    return try connection.read { connection in
      let keys = try reader.content(limit: nil, on: connection).keys.all
      return try exact?.keysOfExactClass(keys, on: connection) ?? keys
    }
  }

  /// Whether the row's model has unsaved changes, so that the store is not up to date.
  private func isPending(_ key: Int64, _ table: EntityTable) -> Bool {
    guard hasChanges, let model = identityMap.model(table.identity, key) else { return false }
    return model._$record.state != .saved || pending.changed.contains(model)
  }

  /// Marks a model without following its relationships: the save does that for all rows.
  private func markInBatch(_ model: any PersistentModel) {
    guard model._$record.state == .saved else {
      graph.deleteGraph(model)
      if model._$record.state == .detached { model._$record.becomeDeleted() }
      return
    }
    pending.insertDeleted(model)
    materializer.notifyFarEnds(of: model)
  }
}
