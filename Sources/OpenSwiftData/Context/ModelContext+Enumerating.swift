import Foundation

extension ModelContext {
  /// Runs a closure for each model of a fetch, one batch in memory at a time.
  ///
  /// The models of a batch are let go before the next one is read, unless somebody else holds them or they were
  /// changed. Which models take part, and in which order, is decided at the call.
  ///
  /// - Parameters:
  ///   - fetch: which models, in which order.
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
    let pending = pendingCount
    for batch in keys.batches(of: batchSize > 0 ? batchSize : Swift.max(1, keys.count)) {
      for model in try models(batch, table, unsaved) where !model.isDeleted { try block(model) }
      guard allowEscapingMutations || pendingCount == pending else { throw SwiftDataError.escapingMutation }
    }
  }

  /// How many models wait for a save.
  private var pendingCount: Int { inserted.count + changed.count + deleted.count + batchDeletions.count }

  /// The models of a batch in one snapshot; those whose rows went away since the call are left out.
  private func models<Model: PersistentModel>(
    _ keys: [Int64], _ table: EntityTable, _ unsaved: [Int64: Model]
  ) throws -> [Model] {
    let models: [Model] = try read { connection in
      try connection.withReadTransaction {
        try keys.compactMap { key in
          if let model = unsaved[key] { return model }
          return try self.fetchModel(table, key: key, on: connection) as? Model
        }
      }
    }
    return noteSiblings(models, table)
  }
}
