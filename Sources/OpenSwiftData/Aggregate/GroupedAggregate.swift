/// Numbers about the rows that share a value, for each of the values there are.
///
/// `GroupedAggregate(by: \Item.status, .count, .sum(\.amount))` asks how many items each status has and what they add up
/// to.
public struct GroupedAggregate<Model: PersistentModel, Key: Sendable, each Value: Sendable>: Sendable {
  let keyPaths: [any AnyKeyPath & Sendable]
  let key: @Sendable (_ columns: [Any]) -> Key?
  let aggregates: (repeat Aggregate<Model, each Value>)

  /// Groups by one attribute.
  ///
  /// - Parameters:
  ///   - keyPath: the attribute whose values make the groups; nil makes one too.
  ///   - aggregates: what to compute of each group.
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
  ///   - aggregates: what to compute of each group.
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
