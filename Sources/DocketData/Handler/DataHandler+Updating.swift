import Foundation
import SwiftData

extension DataHandler {
  /// Changes an item's title, when it was updated last, or both.
  ///
  /// - Throws: `ItemError.emptyTitle`, `ItemError.noSuchItem`, or `StoreError` if it can't be saved.
  public func updateItem(id: PersistentIdentifier, title: String? = nil, timestamp: Date? = nil) throws {
    try updateItems(ids: [id], ItemChanges(title: title, timestamp: timestamp))
  }

  /// Changes items in one transaction: all of them, or none.
  ///
  /// Those that become different were updated then.
  ///
  /// - Parameters:
  ///   - ids: which items.
  ///   - changes: what is to become different.
  ///   - originals: items as they were when the changes were begun, of those that nothing may be overwritten of; with none
  ///     the changes are made whatever is there.
  ///   - date: when they are changed.
  /// - Throws: `ItemError.changedMeanwhile` if a field that is to be changed has another value than its original;
  ///   `ItemError` for an item that is not there or values that it can't have, or `StoreError` if they can't be saved.
  public func updateItems(
    ids: [PersistentIdentifier], _ changes: ItemChanges, from originals: [ItemValues] = [], at date: Date = Date()
  ) throws {
    try perform(at: date) { recorder in
      let update = try ItemUpdate(changes, self, recorder)
      let items = try models(ids, with: update.lists)
      for original in originals { try refuseConflict(of: ItemEdit(changes), from: original) }
      if case .some(let parent?) = update.parent { try refuseLoop(items, parent) }
      for item in items { try update.apply(to: item, recorder) }
      return (StepWords(items, update.verb), ())
    }
  }

  /// Refuses to make an item a part of itself.
  private func refuseLoop(_ items: [Item], _ parent: Item) throws {
    let moved = Set(items.map(\.persistentModelID))
    var seen: Set<PersistentIdentifier> = []
    var ancestor: Item? = parent
    // A store that others wrote into may have a loop already.
    while let item = ancestor, seen.insert(item.persistentModelID).inserted {
      let id = item.persistentModelID
      guard !moved.contains(id) else { throw ItemError.partOfItself(id.primaryKey ?? 0) }
      ancestor = item.parent
    }
  }
}
