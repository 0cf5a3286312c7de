import Foundation
import SwiftData

/// The tags, the lists and the saved filters with their numbers of items, kept up to date in the background.
///
/// Everything is `Observable`: whoever reads it inside of `withObservationTracking` is told of changes. The numbers are
/// those of the last commit, whoever made it.
@MainActor
public final class LiveCounts {
  private let tagCounts: AggregateObserver<[PersistentIdentifier: Int]>
  private let listCounts: AggregateObserver<[PersistentIdentifier: Int]>
  private let allTags: ResultsObserver<ItemTag, Never>
  private let allLists: ResultsObserver<ItemList, Never>
  private let allFilters: ResultsObserver<SavedFilter, Never>
  private let context: ModelContext
  private var queries: [NamedQuery: AggregateObserver<Int>] = [:]
  private var reference: DateReference

  /// Follows a store.
  ///
  /// - Parameters:
  ///   - context: a context of the main actor.
  ///   - reference: what the dates of filters are relative to.
  /// - Throws: `StoreError` if the store can't be read.
  public init(context: ModelContext, reference: DateReference = DateReference()) throws {
    self.context = context
    self.reference = reference
    let isOpen = #Predicate<Item> { $0.completedAt == nil }
    tagCounts = try AggregateObserver(countsBy: \Item.tags, where: isOpen, modelContext: context)
    listCounts = try AggregateObserver(countsBy: \Item.list, where: isOpen, modelContext: context)
    allTags = try ResultsObserver(sortBy: [SortDescriptor(\ItemTag.key, comparator: .lexical)], modelContext: context)
    allLists = try ResultsObserver(sortBy: [SortDescriptor(\ItemList.key, comparator: .lexical)], modelContext: context)
    allFilters = try ResultsObserver(sortBy: [SortDescriptor(\SavedFilter.position)], modelContext: context)
  }

  /// The tags by name, with their open items; those without any too.
  public var tags: [NamedCount] {
    let counts = tagCounts.value ?? [:]
    return allTags.results.map {
      NamedCount(id: $0.persistentModelID, name: $0.name, count: counts[$0.persistentModelID] ?? 0)
    }
  }

  /// The lists by name, with their open items.
  public var lists: [NamedCount] {
    let counts = listCounts.value ?? [:]
    return allLists.results.map {
      NamedCount(id: $0.persistentModelID, name: $0.name, count: counts[$0.persistentModelID] ?? 0)
    }
  }

  /// The names of the tags, sorted; nothing is counted for them.
  public var tagNames: [String] { allTags.results.map(\.name) }

  /// The names of the lists, sorted; nothing is counted for them.
  public var listNames: [String] { allLists.results.map(\.name) }

  /// The queries that everybody has, and the saved ones.
  public var filters: [NamedQuery] {
    NamedQuery.standard + allFilters.results.map { NamedQuery(name: $0.name, query: $0.query) }
  }

  /// How many items a filter has; nil until it is counted, and for a query that makes no sense.
  public func count(of filter: NamedQuery) -> Int? {
    if let observer = queries[filter] { return observer.value }
    guard let query = try? ItemQuery(filter.query, reference),
      let observer = try? AggregateObserver(.count, where: query.predicate, modelContext: context)
    else { return nil }
    queries[filter] = observer
    return observer.value
  }

  /// Counts the filters anew, because another day began or time went by.
  public func update(_ reference: DateReference) {
    self.reference = reference
    queries = [:]
  }
}
