import Foundation
import SwiftData

extension DataHandler {
  /// Deletes an item and the items it consists of.
  ///
  /// - Throws: `ItemError.noSuchItem`, or `StoreError` if it can't be saved.
  public func deleteItem(id: PersistentIdentifier) throws {
    try deleteItems(ids: [id])
  }

  /// Deletes items and those they consist of, in one transaction: all of them, or none.
  ///
  /// - Parameters:
  ///   - ids: which items.
  ///   - unlessTheyHaveParts: whether nothing is deleted if others belong to them.
  /// - Returns: how many others belong to them, directly or through others.
  /// - Throws: `ItemError.noSuchItem`, or `StoreError` if it can't be saved.
  @discardableResult
  public func deleteItems(ids: [PersistentIdentifier], unlessTheyHaveParts: Bool = false) throws -> Int {
    try perform { recorder in
      let named = try models(ids, with: Item.lists(Item.journalFields) + [\.subitems])
      let all = withParts(named)
      let parts = all.count - named.count
      let doomed = unlessTheyHaveParts && parts > 0 ? [] : all
      for item in doomed { try recorder.willDelete(item) }
      for item in doomed { modelContext.delete(item) }
      return (StepWords("delete", named.map(\.title)), parts)
    }
  }

  /// Items and all that they consist of; each before its parts.
  private func withParts(_ items: [Item]) -> [Item] {
    var seen: Set<PersistentIdentifier> = []
    var (all, wave): ([Item], [Item]) = ([], items)
    while !wave.isEmpty {
      let new = wave.filter { seen.insert($0.persistentModelID).inserted }
      all += new
      wave = new.flatMap(\.subitems)
    }
    return all
  }
}
