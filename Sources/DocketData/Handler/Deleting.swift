import Foundation
import SwiftData

extension DataHandler {
  /// Deletes an item and its sub-items.
  ///
  /// - Throws: `ItemError.noSuchItem`.
  public func deleteItem(id: PersistentIdentifier) throws { try deleteItems(ids: [id]) }

  /// Deletes items and their sub-items, in one transaction: all of them, or none.
  ///
  /// - Parameter unlessTheyHaveSubitems: whether nothing is deleted if they have sub-items.
  /// - Returns: how many sub-items they have, on all levels.
  /// - Throws: `ItemError.noSuchItem`.
  @discardableResult
  public func deleteItems(ids: [PersistentIdentifier], unlessTheyHaveSubitems: Bool = false) throws -> Int {
    try perform { recorder in
      let named = try models(ids, with: Item.lists(Item.journalFields) + [\.subitems])
      let all = withSubitems(named)
      let subitemCount = all.count - named.count
      if !unlessTheyHaveSubitems || subitemCount == 0 {
        for item in all { try recorder.willDelete(item) }
        for item in all { modelContext.delete(item) }
      }
      return (StepDescription("delete", named.map(\.title)), subitemCount)
    }
  }

  /// How many sub-items some items have on all levels, without those among the items themselves.
  ///
  /// - Throws: `ItemError.noSuchItem`, `CancellationError` if the task is cancelled.
  /// - Complexity: linear in the number of items with sub-items and of those that are counted.
  public func subitemCount(ids: [PersistentIdentifier]) throws -> Int {
    let parents = Set(try modelContext.fetchCounts(by: \Item.parent).keys)
    var (seen, count, level) = (Set(ids), 0, ids.filter(parents.contains))
    while !level.isEmpty {
      try Task.checkCancellation()
      let subitems = try models(level).flatMap(\.subitems).map(\.persistentModelID)
      let new = subitems.filter { seen.insert($0).inserted }
      count += new.count
      level = new.filter(parents.contains)
    }
    return count
  }

  /// Items and their sub-items on all levels, each before its own sub-items.
  private func withSubitems(_ items: [Item]) -> [Item] {
    var seen: Set<PersistentIdentifier> = []
    var (all, level): ([Item], [Item]) = ([], items)
    while !level.isEmpty {
      let new = level.filter { seen.insert($0.persistentModelID).inserted }
      all += new
      level = new.flatMap(\.subitems)
    }
    return all
  }
}
