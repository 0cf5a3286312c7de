import Foundation

/// Which models to fetch, and in which order.
///
/// Source: SwiftData, `FetchDescriptor`.
public struct FetchDescriptor<T: PersistentModel> {
  /// Which rows match; nil for all.
  public var predicate: Predicate<T>?
  /// The order of the results; rows that compare equal follow in the order of their keys.
  public var sortBy: [SortDescriptor<T>]
  /// The largest number of results.
  public var fetchLimit: Int?
  /// How many of the first results are left out.
  public var fetchOffset: Int?
  /// Whether changes of this context that are not saved yet are taken into account.
  public var includePendingChanges = true
  /// The properties to read now; none means all.
  ///
  /// The others are read together when the first of them is needed.
  public var propertiesToFetch: [PartialKeyPath<T>] = []
  /// The relationships whose models are read along, in two queries for each.
  public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

  /// Creates a descriptor; without arguments it fetches everything.
  public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}

// Sound: key paths are immutable; those of stored properties capture nothing.
extension FetchDescriptor: @unchecked Sendable {}
