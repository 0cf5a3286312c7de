/// Numbers about the rows that share a value, for each such value.
///
/// ```swift
/// try context.fetch(GroupedAggregate(by: \Item.status, .count, .sum(\.amount)))
/// ```
/// ```sql
/// SELECT "status", count(*), sum("amount"), count("amount") FROM "Item" AS t0 GROUP BY "status" ORDER BY "status"
/// ```
public struct GroupedAggregate<Model: PersistentModel, Key: Sendable, each Value: Sendable>: Sendable {
  let keyPaths: [any AnyKeyPath & Sendable]
  /// The key of a group from its attributes' values; nil if they have other types.
  let key: @Sendable (_ columns: [Any]) -> Key?
  let aggregates: (repeat Aggregate<Model, each Value>)

  /// Groups by one attribute; nil makes a group too.
  public init(
    by keyPath: any KeyPath<Model, Key> & Sendable, _ aggregates: repeat Aggregate<Model, each Value>
  ) {
    keyPaths = [keyPath]
    key = { $0[0] as? Key }
    self.aggregates = (repeat each aggregates)
  }

  /// Groups by two attributes, the first one leading.
  public init<First, Second>(
    by first: any KeyPath<Model, First> & Sendable, and second: any KeyPath<Model, Second> & Sendable,
    _ aggregates: repeat Aggregate<Model, each Value>
  ) where Key == (First, Second) {
    keyPaths = [first, second]
    key = { columns in
      guard let first = columns[0] as? First, let second = columns[1] as? Second else { return nil }
      return (first, second)
    }
    self.aggregates = (repeat each aggregates)
  }
}

/// The numbers about the rows that share a value.
public struct AggregateGroup<Key: Sendable, each Value: Sendable>: Sendable {
  /// The value that the rows share.
  public let key: Key
  /// The numbers, in the order of the aggregates.
  public let values: (repeat each Value)
}
