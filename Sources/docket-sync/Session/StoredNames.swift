import DocketData
import Foundation
import OpenSwiftDataSync
import SwiftData

/// What the items, lists and tags of a store are called.
struct StoredNames {
  private let container: ModelContainer

  init(_ container: ModelContainer) { self.container = container }

  /// A list by its name.
  ///
  /// - Throws: `SyncFailure` if there is none.
  func list(_ name: String) throws -> (row: Int64, name: String) {
    let lists = try ModelContext(container).fetch(FetchDescriptor<ItemList>())
    let key = try ListName(name).key
    guard let list = lists.first(where: { $0.key == key }),
      let row = list.persistentModelID.primaryKey
    else { throw SyncFailure(.noMatch, "there is no such list", place: name, remedy: "see 'docket list --json'") }
    return (row, list.name)
  }

  /// The names of lists and tags and the titles of items that conflicts speak of, by the name of the property.
  func labels(for conflicts: [SyncConflict]) throws -> [String: [Int64: String]] {
    let parents = Set(conflicts.filter { $0.kind == .overwritten(property: "parent") }.flatMap(\.targets.values))
    var labels = ["list": try listNames()]
    if !parents.isEmpty { labels["parent"] = try titles(of: parents) }
    let tags = Set(conflicts.flatMap(\.keptTags))
    if !tags.isEmpty { labels["tags"] = try names(ofTags: tags) }
    return labels
  }

  /// Those of the items that are in the store.
  func present(_ items: [UUID]) throws -> Set<UUID> {
    guard !items.isEmpty else { return [] }
    let found = try ModelContext(container).fetch(
      FetchDescriptor<Item>(predicate: #Predicate { items.contains($0.uid) }))
    return Set(found.map(\.uid))
  }

  private func titles(of items: Set<Int64>) throws -> [Int64: String] {
    let ids = try items.map { try container.identifier(of: Item.self, primaryKey: $0) }
    let found = try ModelContext(container).fetch(
      FetchDescriptor<Item>(predicate: #Predicate { ids.contains($0.persistentModelID) }))
    return Dictionary(found.compactMap { item in item.persistentModelID.primaryKey.map { ($0, item.title) } }) { $1 }
  }

  private func names(ofTags tags: Set<Int64>) throws -> [Int64: String] {
    let ids = try tags.map { try container.identifier(of: ItemTag.self, primaryKey: $0) }
    let tags = try ModelContext(container).fetch(
      FetchDescriptor<ItemTag>(predicate: #Predicate { ids.contains($0.persistentModelID) }))
    return Dictionary(tags.compactMap { tag in tag.persistentModelID.primaryKey.map { ($0, tag.name) } }) { $1 }
  }

  func listNames() throws -> [Int64: String] {
    let lists = try ModelContext(container).fetch(FetchDescriptor<ItemList>())
    return Dictionary(lists.compactMap { list in list.persistentModelID.primaryKey.map { ($0, list.name) } }) { $1 }
  }
}

extension SyncConflict {
  /// The keys of the tags that are kept.
  fileprivate var keptTags: [Int64] {
    kept.compactMap { if case .member("tags", let tag) = $0.key { targets[tag] } else { nil } }
  }
}
