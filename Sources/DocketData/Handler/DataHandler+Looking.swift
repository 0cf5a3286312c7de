import Foundation
import SwiftData

extension DataHandler {
  /// The item of an identifier.
  ///
  /// - Throws: `ItemError.noSuchItem`.
  func model(_ id: PersistentIdentifier) throws -> Item {
    guard let item: Item = try modelContext.fetchModel(for: id) else { throw ItemError.noSuchItem(id.primaryKey ?? 0) }
    return item
  }

  /// The items of identifiers, in their order, each once; read in one query.
  ///
  /// - Parameter lists: the relationships that are read along, as they are looked at in each of them.
  /// - Throws: `ItemError.noSuchItem` for the first that is not there.
  func models(
    _ ids: [PersistentIdentifier], with lists: [PartialKeyPath<Item>] = []
  ) throws -> [Item] {
    if ids.count == 1 { return [try model(ids[0])] }
    var found: [PersistentIdentifier: Item] = [:]
    found.reserveCapacity(ids.count)
    var wanted = FetchDescriptor<Item>(predicate: #Predicate { ids.contains($0.persistentModelID) })
    wanted.relationshipKeyPathsForPrefetching = lists
    for item in try modelContext.fetch(wanted) { found[item.persistentModelID] = item }
    if let missing = ids.first(where: { found[$0] == nil }) { throw ItemError.noSuchItem(missing.primaryKey ?? 0) }
    return ids.compactMap { found.removeValue(forKey: $0) }
  }
}
