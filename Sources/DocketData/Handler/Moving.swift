import Foundation
import SwiftData

extension DataHandler {
  /// Moves the sub-items along whose items a command moves to another list, on all levels, and writes them.
  ///
  /// Those go along that are where their item was: on the list that it leaves, or on none like it. On shared lists they
  /// would be torn off otherwise, as an item and its sub-items can't be in two spaces. Those that a person has put on
  /// another list stay there.
  ///
  /// - Parameters:
  ///   - items: the items as the command leaves them, read with their lists.
  ///   - list: the key of the new list; nil for none.
  /// - Returns: how many went along.
  /// - Complexity: one query for each level, and one for the lists of all sub-items.
  func moveSubitems(of items: ChangedItems, to list: Int64?, _ recorder: JournalRecorder) throws -> Int {
    let left = try listsLeft(above: items)
    guard !left.isEmpty else { return 0 }
    var subitems = try ChangedItems(left.keys.sorted().map { try identifier(number: $0) }, [.list], in: modelContext)
    let (numbers, lists) = (subitems.keys, subitems[.list])
    let following = numbers.indices.filter { left[numbers[$0]]?.contains(lists[$0].listKey) == true }
    subitems.set(.list, to: .keys([list].compactMap(\.self)), of: following)
    try recorder.write(subitems, in: modelContext)
    return following.count
  }

  /// The sub-items on all levels of items that change their lists, each with the lists that the items above it leave.
  private func listsLeft(above items: ChangedItems) throws -> [Int64: Set<Int64>] {
    let lists = items.original(.list)
    let moved = items.keys.indices.filter { items.isChanged(.list, $0) }
    let origins = Dictionary(moved.map { (items.keys[$0], lists[$0].listKey) }, uniquingKeysWith: { $1 })
    var left: [Int64: Set<Int64>] = [:]
    var level = try moved.map { try identifier(number: items.keys[$0]) }
    while !level.isEmpty {
      try WorkProgress.current?.checkCancellation()
      let rows = try modelContext.execute(BatchFetch<Item>(level).returning(\.subitems))
      var next: Set<PersistentIdentifier> = []
      for (id, subitems) in zip(rows.identifiers, try rows.returned(\.subitems)) where !subitems.isEmpty {
        let number = id.primaryKey ?? 0
        let above = (left[number] ?? []).union([origins[number]].compactMap(\.self))
        for subitem in subitems {
          // What is reached again with nothing new ends here, as would a loop that another program has made.
          let known = left[subitem.primaryKey ?? 0] ?? []
          guard !above.isSubset(of: known) else { continue }
          left[subitem.primaryKey ?? 0] = known.union(above)
          next.insert(subitem)
        }
      }
      level = Array(next)
    }
    // What the command moves by itself has moved already.
    for key in items.keys { left[key] = nil }
    return left
  }
}

extension JournalValue {
  /// The key of a list; 0 for none.
  fileprivate var listKey: Int64 { keys.first ?? 0 }
}
