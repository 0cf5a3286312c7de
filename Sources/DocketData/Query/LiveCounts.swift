import Foundation
import SwiftData

/// The tags, lists and filters with their numbers of items, kept up to date in the background.
///
/// Everything is observable: reads inside `withObservationTracking` are tracked. The numbers are those of the last
/// commit, of any process.
@MainActor
public final class LiveCounts {
  private typealias Grouped = AggregateObserver<[PersistentIdentifier: Int]>

  private var tagCounts: Grouped
  private var listCounts: Grouped
  /// The numbers before, which stay until the new ones are known; nil at first.
  private var earlier: (tags: [PersistentIdentifier: Int]?, lists: [PersistentIdentifier: Int]?)
  private let allTags: ResultsObserver<ItemTag, Never>
  private let allLists: ResultsObserver<ItemList, Never>
  private let allFilters: ResultsObserver<SavedFilter, Never>
  private let context: ModelContext
  private var scope: NamedQuery?
  private var queries: [NamedQuery: AggregateObserver<Int>] = [:]
  private var reference: DateReference

  /// Starts to observe a store.
  ///
  /// - Parameters:
  ///   - reference: what the dates of filters are relative to.
  ///   - scope: only items that match it are counted; nil for all.
  /// - Throws: `StoreError` if the store can't be read, `QueryError` if the scope makes no sense.
  public init(
    context: ModelContext, reference: DateReference = DateReference(), within scope: NamedQuery? = nil
  ) throws {
    self.context = context
    self.reference = reference
    self.scope = scope
    (tagCounts, listCounts) = try Self.grouped(within: scope, reference, context)
    allTags = try ResultsObserver(sortBy: [SortDescriptor(\ItemTag.key, comparator: .lexical)], modelContext: context)
    allLists = try ResultsObserver(sortBy: [SortDescriptor(\ItemList.key, comparator: .lexical)], modelContext: context)
    allFilters = try ResultsObserver(sortBy: [SortDescriptor(\SavedFilter.position)], modelContext: context)
  }

  /// The observers of the numbers of open items by tag and by list.
  private static func grouped(
    within scope: NamedQuery?, _ reference: DateReference, _ context: ModelContext
  ) throws -> (tags: Grouped, lists: Grouped) {
    let isInScope = try scope.map { try ItemQuery($0.query, reference) }?.predicate
    let isOpen = Predicate(all: [#Predicate<Item> { $0.completedAt == nil }, isInScope].compactMap(\.self))
    return (
      try AggregateObserver(countsBy: \Item.tags, where: isOpen, modelContext: context),
      try AggregateObserver(countsBy: \Item.list, where: isOpen, modelContext: context)
    )
  }

  /// The tags by name; reads no counts.
  public var tags: [NamedLabel] { allTags.results.map(NamedLabel.init) }
  /// The lists by name; reads no counts.
  public var lists: [NamedLabel] { allLists.results.map(NamedLabel.init) }

  /// The numbers of open items by tag, without the tags that have none; nil until they are counted.
  public var countsByTag: [PersistentIdentifier: Int]? { tagCounts.value ?? earlier.tags }
  /// The numbers of open items by list, with those of the lists below it: what the query of the list finds.
  ///
  /// Lists without any are left out. Nil until they are counted.
  ///
  /// - Complexity: linear in the lists and the levels of their names.
  public var countsByList: [PersistentIdentifier: Int]? {
    countsByListAlone.map { counts in
      let named = allLists.results.map { (key: $0.key, id: $0.persistentModelID) }
      // Without one that is below another there is nothing to add.
      guard named.contains(where: { $0.key.utf8.contains(UInt8(ascii: ".")) }) else { return counts }
      let keys = Dictionary(named.map { ($0.key, $0.id) }) { first, _ in first }
      var sums = counts
      for (key, id) in keys {
        guard let count = counts[id] else { continue }
        for above in Self.listsAbove(key).compactMap({ keys[$0] }) { sums[above, default: 0] += count }
      }
      return sums
    }
  }

  private var countsByListAlone: [PersistentIdentifier: Int]? { listCounts.value ?? earlier.lists }

  /// The keys of the lists that one is below: of “a.b.c” these are “a” and “a.b”.
  private static func listsAbove(_ key: String) -> [String] {
    key.indices.filter { key[$0] == "." }.map { String(key[..<$0]) }
  }

  /// The standard filters and the saved ones.
  public var filters: [NamedQuery] {
    NamedQuery.standard + allFilters.results.map { NamedQuery(name: $0.name, query: $0.query) }
  }

  /// The number of items that match a filter; nil until they are counted, and for an invalid query.
  public func count(of filter: NamedQuery) -> Int? {
    if let observer = queries[filter] { return observer.value }
    guard let query = try? query(of: filter),
      let observer = try? AggregateObserver(.count, where: query.predicate, modelContext: context)
    else { return nil }
    queries[filter] = observer
    return observer.value
  }

  private func query(of filter: NamedQuery) throws(QueryError) -> ItemQuery {
    let query = try ItemQuery(filter.query, reference)
    guard let scope else { return query }
    return try query.and(scope.query)
  }

  /// Counts again, relative to another moment; numbers of lists and tags stay until the new ones are known.
  ///
  /// - Throws: `StoreError` if the store can't be read; everything is counted as before then.
  public func update(_ reference: DateReference) throws { try count(relativeTo: reference, within: scope) }

  /// Counts only the items that match a scope; nil counts all.
  ///
  /// The numbers of lists and tags stay until the new ones are known.
  ///
  /// - Throws: `StoreError` if the store can't be read, `QueryError` if the scope makes no sense; everything is counted as
  ///   before then.
  public func narrow(to scope: NamedQuery?, _ reference: DateReference) throws {
    try count(relativeTo: reference, within: scope)
  }

  private func count(relativeTo reference: DateReference, within scope: NamedQuery?) throws {
    // Without a scope the numbers of lists and tags do not depend on time.
    if scope != nil || self.scope != nil {
      let numbers = (tags: countsByTag, lists: countsByListAlone)
      (tagCounts, listCounts) = try Self.grouped(within: scope, reference, context)
      earlier = numbers
    }
    (self.reference, self.scope, queries) = (reference, scope, [:])
  }
}

/// A tag or a list, by its name.
public struct NamedLabel: Hashable, Sendable, Identifiable {
  /// The identity of the tag or list.
  public let id: PersistentIdentifier
  /// The name.
  public let name: String

  init(_ label: some ItemLabel) { (id, name) = (label.persistentModelID, label.name) }
}
