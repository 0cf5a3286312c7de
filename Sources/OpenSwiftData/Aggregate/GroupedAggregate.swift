/// Numbers about the rows that share a value, for each value that there is.
///
/// ```swift
/// try context.fetch(GroupedAggregate(by: \Item.status, .count, .sum(\.amount)))
/// ```
/// ```sql
/// SELECT "status", count(*), sum("amount"), count("amount") FROM "Item" AS t0 GROUP BY "status" ORDER BY "status"
/// ```
public struct GroupedAggregate<Model: PersistentModel, Key: Sendable, each Value: Sendable>: Sendable {
  /// The attributes whose values make the groups.
  let keyPaths: [any AnyKeyPath & Sendable]
  /// Makes the key of a group from the values of the attributes; nil if they are of other types.
  let key: @Sendable (_ columns: [Any]) -> Key?
  let aggregates: (repeat Aggregate<Model, each Value>)

  /// Groups by one attribute.
  ///
  /// - Parameters:
  ///   - keyPath: the attribute whose values make the groups; nil makes one too.
  ///   - aggregates: what to compute for each group.
  public init(
    by keyPath: any KeyPath<Model, Key> & Sendable, _ aggregates: repeat Aggregate<Model, each Value>
  ) {
    keyPaths = [keyPath]
    key = { $0[0] as? Key }
    self.aggregates = (repeat each aggregates)
  }

  /// Groups by two attributes.
  ///
  /// - Parameters:
  ///   - first: the attribute that leads.
  ///   - second: the attribute that divides the groups of the first.
  ///   - aggregates: what to compute for each group.
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
  /// The numbers, in the order of the aggregates that were asked for.
  public let values: (repeat each Value)
}
