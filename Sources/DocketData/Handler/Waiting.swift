import Foundation
import SwiftData

// An item can wait for others, its blockers. Loops are refused here; two machines that sync can make one all the same,
// each with an edge that is none of the other's business. So whoever follows blockers bears with loops.

extension DataHandler {
  /// Sets the items that have to be done before another one, instead of those that there were.
  ///
  /// - Parameter date: the new update time of the item, if that becomes different.
  /// - Throws: `ItemError.noSuchItem`; `ItemError.waitsForItself` if one of them waits for the item.
  public func setBlockers(
    ids: [PersistentIdentifier], of item: PersistentIdentifier, at date: Date = Date()
  ) throws { try updateItems(ids: [item], ItemChanges(blockers: ids), at: date) }

  /// Refuses blockers that wait for the items themselves, on any level.
  ///
  /// - Complexity: linear in the number of items that the blockers wait for.
  func refuseLoop(_ items: [Int64], waitingFor blockers: [Int64]) throws {
    let items = Set(items)
    var seen: Set<Int64> = []
    var level = blockers
    while !level.isEmpty {
      if let item = level.first(where: items.contains) { throw ItemError.waitsForItself(item) }
      let new = try level.filter { seen.insert($0).inserted }.map { try identifier(number: $0) }
      let rows = try modelContext.execute(BatchFetch<Item>(new).returning(\.blockers))
      level = try rows.returned(\.blockers).flatMap { $0.compactMap(\.primaryKey) }
    }
  }
}
