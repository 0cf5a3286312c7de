import Foundation
import SwiftData

extension DataHandler {
  /// The tags by name, with the numbers of their open items.
  ///
  /// - Throws: `StoreError` if the store can't be read.
  public func tagCounts() throws -> [NamedCount] {
    let counts = try modelContext.fetchCounts(by: \Item.tags, where: #Predicate { $0.completedAt == nil })
    return try modelContext.fetch(FetchDescriptor<ItemTag>(sortBy: [SortDescriptor(\.key, comparator: .lexical)])).map {
      NamedCount(id: $0.persistentModelID, name: $0.name, count: counts[$0.persistentModelID] ?? 0)
    }
  }

  /// The lists by name, with the numbers of their open items.
  ///
  /// - Throws: `StoreError` if the store can't be read.
  public func listCounts() throws -> [NamedCount] {
    let counts = try modelContext.fetchCounts(by: \Item.list, where: #Predicate { $0.completedAt == nil })
    return try modelContext.fetch(FetchDescriptor<ItemList>(sortBy: [SortDescriptor(\.key, comparator: .lexical)])).map
    {
      NamedCount(id: $0.persistentModelID, name: $0.name, count: counts[$0.persistentModelID] ?? 0)
    }
  }

  /// The queries that everybody has, and the saved ones.
  ///
  /// - Throws: `StoreError` if the store can't be read.
  public func filters() throws -> [NamedQuery] {
    let saved = try modelContext.fetch(FetchDescriptor<SavedFilter>(sortBy: [SortDescriptor(\.position)]))
    return NamedQuery.standard + saved.map { NamedQuery(name: $0.name, query: $0.query) }
  }
}
