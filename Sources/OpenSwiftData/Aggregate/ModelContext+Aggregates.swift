import Foundation

extension ModelContext {
  /// Computes one number about the saved rows that match, without making models.
  ///
  /// `try context.fetchAggregate(.sum(\Item.amount), where: predicate)` adds up the amounts. Unsaved changes do not
  /// count.
  ///
  /// - Parameters:
  ///   - aggregate: what to compute.
  ///   - predicate: which rows; nil for all.
  /// - Throws: `SwiftDataError.arithmeticOverflow` if a sum is too large, `SwiftDataError.unsupportedKeyPath` if a key
  ///   path names no stored attribute or one without an order, `StoreError` if the store can't be read.
  /// - Complexity: one statement.
  public func fetchAggregate<Model, Value>(
    _ aggregate: Aggregate<Model, Value>, where predicate: Predicate<Model>? = nil
  ) throws -> Value {
    try read(AggregateReading(aggregate, where: predicate, store: store).read)
  }

  /// Counts the saved rows that lead to each model at the other end of a relationship.
  ///
  /// `try context.fetchCounts(by: \Item.tags)` says how many items have each tag; a tag that none has is not in it.
  ///
  /// - Parameters:
  ///   - relationship: a relationship to one model, or one of many to many.
  ///   - predicate: which rows count; nil for all.
  /// - Throws: `SwiftDataError.unsupportedKeyPath` if the key path is no such relationship, `StoreError` if the store
  ///   can't be read.
  /// - Complexity: one statement.
  public func fetchCounts<Model: PersistentModel, Target>(
    by relationship: any KeyPath<Model, Target> & Sendable, where predicate: Predicate<Model>? = nil
  ) throws -> [PersistentIdentifier: Int] {
    try read(AggregateReading(countingBy: relationship, where: predicate, store: store).read)
  }

  /// Computes numbers about the saved rows that share a value, for each value there is, in the order of the values.
  ///
  /// - Parameters:
  ///   - grouped: what to compute, and which attributes make the groups.
  ///   - predicate: which rows; nil for all.
  /// - Throws: as `fetchAggregate(_:where:)`.
  /// - Complexity: one statement.
  public func fetch<Model, Key, each Value>(
    _ grouped: GroupedAggregate<Model, Key, repeat each Value>, where predicate: Predicate<Model>? = nil
  ) throws -> [AggregateGroup<Key, repeat each Value>] {
    try read(AggregateReading(grouped, where: predicate, store: store).read)
  }
}
