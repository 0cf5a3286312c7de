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
