import Foundation

extension ModelContext {
  /// Fetches models whose values are read in batches, as they are looked at.
  ///
  /// The order is that of the moment of the call; a model whose row is gone when it is looked at answers `isDeleted`.
  /// Unsaved changes are taken into account as the descriptor says.
  ///
  /// - Parameters:
  ///   - descriptor: which models, in which order.
  ///   - batchSize: the most models read at once; 0 or less for all.
  /// - Throws: `StoreError` if the store can't be read, `SwiftDataError` for a descriptor that makes no sense.
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
  /// - Parameters:
  ///   - descriptor: which models, in which order.
  ///   - batchSize: accepted; the keys are read at once, because the order is that of one moment.
  /// - Throws: `StoreError` if the store can't be read, `SwiftDataError` for a descriptor that makes no sense.
  ///
  /// Source: SwiftData, `ModelContext.fetchIdentifiers(_:batchSize:)`.
  public func fetchIdentifiers<Model>(
    _ descriptor: FetchDescriptor<Model>, batchSize _: Int
  ) throws -> FetchResultsCollection<PersistentIdentifier> {
    let table = try store.table(for: Model.self)
    return FetchResultsCollection(keys: try keys(descriptor).keys, source: IdentifierSource(table))
  }

  /// The keys of a result, and the models among it that have no row yet.
  func keys<Model>(
    _ descriptor: FetchDescriptor<Model>
  ) throws -> (keys: OrderedKeys, unsaved: [Int64: Model]) {
    guard descriptor.includePendingChanges, hasPendingModels(of: Model.self) else {
      return (OrderedKeys(try fetchIdentifiers(descriptor).map(\.key)), [:])
    }
    let models = try fetch(descriptor)
    let keyed = models.map { ($0.persistentModelID.key, $0) }
    return (
      OrderedKeys(keyed.map(\.0)), Dictionary(uniqueKeysWithValues: keyed.filter { $0.1._$record.state == .inserted })
    )
  }
}
