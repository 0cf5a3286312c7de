import Foundation

extension ModelContext {
  /// Computes one number about the saved rows that match, without making models.
  ///
  /// ```swift
  /// try context.fetchAggregate(.average(\Item.amount), where: #Predicate { $0.isDone })
  /// ```
  /// ```sql
  /// SELECT avg("amount"), count("amount") FROM "Item" AS t0 WHERE t0."isDone"
  /// ```
  ///
  /// Unsaved changes do not count.
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
  /// ```swift
  /// try context.fetchCounts(by: \Item.list)
  /// ```
  /// ```sql
  /// SELECT t0."list" FROM "Item" AS t0 WHERE t0."list" IS NOT NULL
  /// ```
  ///
  /// The rows are counted as they are read, which is faster than to have SQLite sort them into groups. A model to which
  /// none leads is not in the result.
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
  /// ```swift
  /// try context.fetch(GroupedAggregate(by: \Item.status, .count), where: #Predicate { !$0.isDone })
  /// ```
  /// ```sql
  /// SELECT "status", count(*) FROM "Item" AS t0 WHERE (NOT t0."isDone") GROUP BY "status" ORDER BY "status"
  /// ```
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
