import DocketLocking
import SwiftData
import TerminalUI

/// The items that the list had at a moment: a value for any actor.
struct ListedItems: Sendable {
  /// The items whose parents are not in view.
  let roots: FetchedIdentifiers
  /// The sub-items below them.
  let outline: Outline

  var count: Int { roots.count + outline.count }

  /// Whether an item was in the list.
  ///
  /// - Complexity: linear in the number of items at worst.
  func contains(_ id: PersistentIdentifier) -> Bool { outline.index(of: id) != nil || roots.position(of: id) != nil }

  /// Calls with each item, sub-items last.
  ///
  /// - Complexity: linear in their number.
  func forEach(_ body: (PersistentIdentifier) -> Void) {
    for id in roots { body(id) }
    outline.forEach(body)
  }
}

/// Tells whether the list had an item at a moment.
///
/// Before it is prepared it looks through the list, which is quick enough for the visible rows.
final class ListedIndex: Sendable {
  private let listed: ListedItems
  /// The numbers of the items, in their order; nil before it is prepared.
  private let numbers = Lock<[Int64]?>(nil)

  init(_ listed: ListedItems) { self.listed = listed }

  /// - Complexity: O(log n) once it is prepared, else O(n).
  @Sendable func contains(_ id: PersistentIdentifier) -> Bool {
    guard let numbers = numbers.withLock(\.self), let number = id.primaryKey else { return listed.contains(id) }
    let index = numbers.partitioningIndex { $0 >= number }
    return index < numbers.count && numbers[index] == number
  }

  /// Sorts the numbers, once.
  ///
  /// - Complexity: O(n log n): not for the main actor, unless they are few.
  @Sendable func prepare() {
    guard numbers.withLock({ $0 == nil }) else { return }
    var all: [Int64] = []
    all.reserveCapacity(listed.count)
    listed.forEach { if let number = $0.primaryKey { all.append(number) } }
    all.sort()
    numbers.withLock { $0 = all }
  }
}

/// The selected items that have left the list.
struct GoneRows: Sendable {
  /// The items that were selected one by one.
  private(set) var named: Set<PersistentIdentifier> = []
  /// How many of the items selected by "select all".
  private(set) var count = 0

  /// - Complexity: linear in the number of rows, and O(n log n) in the number of rows that were selected together.
  init(_ marking: ListMarking<PersistentIdentifier>, from listed: ListedItems) {
    switch marking {
    case .these(let ids): named = ids
    case .all(let all):
      all.snapshot.prepare()
      (named, count) = (all.added, all.snapshot.count - all.leftOut.count)
    }
    listed.forEach { id in
      if named.remove(id) == nil, case .all(let all) = marking, all.contains(id) { count -= 1 }
    }
    if case .all = marking { count = max(0, count) }
  }
}
