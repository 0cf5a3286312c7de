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
      let ids = try identifiersHere(ids)
      let named = Set(ids)
      let all = try withSubitems(ids)
      let description = try StepDescription("delete", count: named.count) { try model(ids[0]).title }
      if !unlessTheyHaveSubitems || all.count == named.count {
        try recorder.delete(all, of: Item.self, in: modelContext)
      }
      return (description, all.count - named.count)
    }
  }

  /// How many sub-items some items have on all levels, without those among the items themselves.
  ///
  /// - Throws: `ItemError.noSuchItem`, `CancellationError` if the task is cancelled.
  /// - Complexity: linear in the number of items with sub-items and of those that are counted.
  public func subitemCount(ids: [PersistentIdentifier]) throws -> Int {
    try withSubitems(identifiersHere(ids)).count - Set(ids).count
  }

  /// The identifiers of items as this store has them.
  ///
  /// - Throws: `ItemError.noSuchItem` for an item that no store has.
  private func identifiersHere(_ ids: [PersistentIdentifier]) throws -> [PersistentIdentifier] {
    try ids.map { id in
      guard let number = id.primaryKey else { throw ItemError.noSuchItem(0) }
      return try identifier(number: number)
    }
  }

  /// Items and their sub-items on all levels.
  func withSubitems(_ items: [PersistentIdentifier]) throws -> [PersistentIdentifier] {
    var seen: Set<PersistentIdentifier> = []
    var (all, level): ([PersistentIdentifier], [PersistentIdentifier]) = ([], items)
    while !level.isEmpty {
      try Task.checkCancellation()
      try WorkProgress.current?.checkCancellation()
      let new = level.filter { seen.insert($0).inserted }
      let rows = try modelContext.execute(BatchFetch<Item>(new).returning(\.subitems))
      if rows.count < new.count { try refuseMissing(new, Set(rows.identifiers)) }
      all += new
      level = try rows.returned(\.subitems).flatMap(\.self)
    }
    return all
  }

  private func refuseMissing(_ items: [PersistentIdentifier], _ found: Set<PersistentIdentifier>) throws {
    guard let missing = items.first(where: { !found.contains($0) }) else { return }
    throw ItemError.noSuchItem(missing.primaryKey ?? 0)
  }
}
