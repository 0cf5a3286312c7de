/// What a store answers if it can't do what it was asked for.
///
/// Source: SwiftData, `DataStoreError`.
public enum DataStoreError: Error, Hashable, Sendable {
  /// The store does not do such things.
  case unsupportedFeature
  /// The store wants to be asked without a predicate, which is then applied in memory.
  case preferInMemoryFilter
  /// The store wants to be asked without an order; the models are then sorted in memory.
  case preferInMemorySort
  /// The store can't make sense of the predicate.
  case invalidPredicate
}
