import Foundation
import SwiftData

/// A store as it is at a moment, for hints to people who type: it is never created, migrated or written.
///
/// Belongs to the thread that made it. Every answer has a limit, so it takes no longer in a store of a million items.
public struct StoreSnapshot {
  /// An item by which people choose one.
  public struct Choice: Hashable, Sendable {
    /// The number.
    public let number: Int64
    /// The title.
    public let title: String
  }

  private let container: ModelContainer
  private let context: ModelContext

  /// - Throws: `StoreError` if there is no store, or one of another version.
  public init(of url: URL) throws {
    let configuration = ModelConfiguration.snapshot(of: url, schema: DataProvider.schema)
    container = try ModelContainer(
      for: DataProvider.schema, migrationPlan: ItemMigrationPlan.self, configurations: [configuration])
    context = ModelContext(container)
  }

  /// The items whose numbers begin with some digits; without digits those that were updated last.
  ///
  /// - Parameter repeating: whether only those that repeat are asked for.
  public func items(
    numbered digits: String, _ state: ItemState? = nil, repeating: Bool = false, limit: Int
  ) throws -> [Choice] {
    guard !digits.isEmpty else { return try updatedLast(state, repeating: repeating, limit: limit) }
    let ids = try Self.numbers(beginning: digits, limit: limit).map {
      try container.identifier(of: Item.self, primaryKey: $0)
    }
    var descriptor = FetchDescriptor<Item>(predicate: #Predicate { ids.contains($0.persistentModelID) })
    descriptor.propertiesToFetch = [\.title, \.completedAt, \.rule]
    let items = try context.fetch(descriptor).filter {
      (state == nil || $0.isDone == (state == .done)) && (!repeating || $0.rule != nil)
    }
    return items.compactMap(Choice.init).sorted { $0.number < $1.number }
  }

  private func updatedLast(_ state: ItemState?, repeating: Bool, limit: Int) throws -> [Choice] {
    var descriptor = FetchDescriptor<Item>(sortBy: [SortDescriptor(\.timestamp, order: .reverse)])
    switch state {
    case .open? where repeating: descriptor.predicate = try ItemQuery("is:open is:recurring").predicate
    case .open?: descriptor.predicate = #Predicate { $0.completedAt == nil }
    // By this order, which an index has, those that are done come first.
    case .done?: descriptor.sortBy = ItemOrder(.done, isAscending: false).descriptors()
    case nil: break
    }
    descriptor.propertiesToFetch = [\.title, \.completedAt]
    descriptor.fetchLimit = limit
    return try context.fetch(descriptor).filter { state != .done || $0.isDone }.compactMap(Choice.init)
  }

  /// The numbers that begin with some digits and have up to two more.
  private static func numbers(beginning digits: String, limit: Int) -> [Int64] {
    guard let first = Int64(digits), first > 0, first < 1 << 48, !digits.hasPrefix("0") else { return [] }
    return Array(([1, 10, 100] as [Int64]).flatMap { first * $0..<(first + 1) * $0 }.prefix(limit))
  }

  /// The names of the tags that begin with a text, whatever the case.
  public func tags(beginning text: String, limit: Int) throws -> [String] {
    let key = TagName.key(of: text)
    var tags = FetchDescriptor<ItemTag>(sortBy: [SortDescriptor(\.key, comparator: .lexical)])
    if !key.isEmpty { tags.predicate = #Predicate { $0.key.starts(with: key) } }
    tags.fetchLimit = limit
    return try context.fetch(tags).map(\.name)
  }

  /// The names of the lists that begin with a text, whatever the case.
  public func lists(beginning text: String, limit: Int) throws -> [String] {
    let key = TagName.key(of: text)
    var lists = FetchDescriptor<ItemList>(sortBy: [SortDescriptor(\.key, comparator: .lexical)])
    if !key.isEmpty { lists.predicate = #Predicate { $0.key.starts(with: key) } }
    lists.fetchLimit = limit
    return try context.fetch(lists).map(\.name)
  }

  /// The names of fields of other formats that begin with a text, whatever the case, of the items that were updated last.
  public func extraNames(beginning text: String, limit: Int) throws -> [String] {
    var items = FetchDescriptor<Item>(sortBy: [SortDescriptor(\.timestamp, order: .reverse)])
    items.propertiesToFetch = [\.extra]
    items.fetchLimit = limit
    let names = Set(try context.fetch(items).flatMap { $0.extra?.shown.map(\.name) ?? [] })
    return Array(names.filter { $0.lowercased().hasPrefix(text.lowercased()) }.sorted().prefix(limit))
  }

  /// The saved filters.
  public func filters(limit: Int) throws -> [NamedQuery] {
    var filters = FetchDescriptor<SavedFilter>(sortBy: [SortDescriptor(\.position)])
    filters.fetchLimit = limit
    return try context.fetch(filters).map { NamedQuery(name: $0.name, query: $0.query) }
  }
}

extension StoreSnapshot.Choice {
  fileprivate init?(_ item: Item) {
    guard let number = item.persistentModelID.primaryKey else { return nil }
    self.init(number: number, title: item.title)
  }
}
