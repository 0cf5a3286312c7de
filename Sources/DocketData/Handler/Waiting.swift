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

  /// Parses a line of quick add, in which what names an item that is not there belongs to the title.
  ///
  /// - Parameter rule: how the item repeats, whatever the line says; nil for what the line says.
  public func quickAdd(
    _ line: String, _ reference: DateReference = DateReference(), repeating rule: Replacement<RecurrenceRule>? = nil
  ) throws -> QuickAdd {
    let item = QuickAdd(line, reference, repeating: rule)
    let unknown = try item.blockers.filter { number in
      let blocker: Item? = try modelContext.fetchModel(for: identifier(number: number))
      return blocker == nil
    }
    return unknown.isEmpty ? item : QuickAdd(line, reference, unknownItems: Set(unknown), repeating: rule)
  }

  /// The typed item, with the items that have to be done before.
  public nonisolated func newItem(of item: QuickAdd, timestamp: Date = Date()) throws -> NewItem {
    var new = item.newItem(timestamp: timestamp)
    new.blockers = try item.blockers.map { try identifier(number: $0) }
    return new
  }

  /// The items that can be done now because others were done.
  ///
  /// - Parameter date: when those were done; others among them were done before, and freed nothing.
  /// - Complexity: linear in the number of items that wait for them.
  public func itemsReady(afterDoing ids: [PersistentIdentifier], at date: Date) throws -> [ItemValues] {
    let waiting = try modelContext.execute(BatchFetch<Item>(ids).returning(\.blocked)).returned(\.blocked)
    let candidates = Set(waiting.flatMap(\.self))
    guard !candidates.isEmpty else { return [] }
    let ready = try ItemQuery("is:ready", DateReference(now: date)).predicate
    let isAmong = #Predicate<Item> { candidates.contains($0.persistentModelID) }
    let isFreed = #Predicate<Item> { $0.blockers.contains { $0.completedAt == date } }
    return try modelContext.fetch(
      FetchDescriptor(predicate: Predicate(all: [isAmong, isFreed, ready].compactMap(\.self)))
    )
    .map(ItemValues.init).sorted { $0.number < $1.number }
  }

  /// How many sub-items of items that were just done are open, on all levels.
  ///
  /// - Parameter date: when those were done; others among them were done before, and left theirs open then.
  /// - Complexity: linear in the number of their sub-items.
  public func openSubitemCount(underDone ids: [PersistentIdentifier], at date: Date) throws -> Int {
    let parents = try modelContext.execute(BatchFetch<Item>(ids).returning(\.subitems))
    guard try parents.returned(\.subitems).contains(where: { !$0.isEmpty }) else { return 0 }
    let isOne = #Predicate<Item> { ids.contains($0.persistentModelID) && $0.completedAt == date }
    let roots = try modelContext.fetchIdentifiers(FetchDescriptor(predicate: isOne))
    let all = Set(try withSubitems(roots))
    return try modelContext.fetchCount(
      FetchDescriptor<Item>(predicate: #Predicate { $0.completedAt == nil && all.contains($0.persistentModelID) }))
  }

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
