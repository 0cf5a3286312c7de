import Foundation

/// Which models to fetch, and in which order.
///
/// ```swift
/// var descriptor = FetchDescriptor<Item>(predicate: #Predicate { !$0.isDone }, sortBy: [SortDescriptor(\.dueAt)])
/// descriptor.fetchLimit = 20
/// try context.fetch(descriptor)
/// ```
/// ```sql
/// SELECT … FROM "Item" AS t0 WHERE (NOT t0."isDone") ORDER BY t0."dueAt" ASC, t0.id ASC LIMIT 20 OFFSET 0
/// ```
///
/// Source: SwiftData, `FetchDescriptor`.
public struct FetchDescriptor<T: PersistentModel> {
  /// Which rows match; nil for all.
  public var predicate: Predicate<T>?
  /// The sort order; equal rows are ordered by key.
  public var sortBy: [SortDescriptor<T>]
  /// The largest number of results.
  public var fetchLimit: Int?
  /// How many results to skip first.
  public var fetchOffset: Int?
  /// Whether results reflect the context's unsaved changes.
  public var includePendingChanges = true
  /// The properties to read now, all if empty; the others are read together when one is first needed.
  public var propertiesToFetch: [PartialKeyPath<T>] = []
  /// The relationships whose models are fetched too, in two queries each.
  public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

  /// Creates a descriptor; without arguments it fetches everything.
  public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}

// Sound: key paths are immutable; those of stored properties capture nothing.
extension FetchDescriptor: @unchecked Sendable {}
