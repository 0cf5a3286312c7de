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
  /// - Returns: how many items were deleted in all.
  /// - Throws: `ItemError.noSuchItem`, or `StoreError` if it can't be saved.
  @discardableResult
  public func deleteItems(ids: [PersistentIdentifier]) throws -> Int {
    try perform { recorder in
      let named = try models(ids, with: Item.lists(Item.journalFields) + [\.subitems])
      let all = withParts(named)
      for item in all { try recorder.willDelete(item) }
      for item in all { modelContext.delete(item) }
      return (StepWords("delete", named.map(\.title)), all.count)
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
