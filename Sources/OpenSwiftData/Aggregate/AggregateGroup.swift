/// What was computed of the rows that share a value.
public struct AggregateGroup<Key: Sendable, each Value: Sendable>: Sendable {
  /// The value that the rows share.
  public let key: Key
  /// What was computed, in the order in which it was asked for.
  public let values: (repeat each Value)
}
