import DocketLocking
import SwiftData
import TerminalUI

/// The items that the list had at a moment: a value for any actor.
struct ListedItems: Sendable {
  /// Items whose parents are not in view.
  let roots: FetchedIdentifiers
  let outline: Outline

  var count: Int { roots.count + outline.count }

  /// - Complexity: linear in the items at worst.
  func contains(_ id: PersistentIdentifier) -> Bool { outline.index(of: id) != nil || roots.position(of: id) != nil }

  /// Visits each item, sub-items last.
  ///
  /// - Complexity: linear.
  func forEach(_ body: (PersistentIdentifier) -> Void) {
    for id in roots { body(id) }
    outline.forEach(body)
  }
}

/// Whether an item was listed; before it is prepared by scanning, quick enough for visible rows.
final class ListedIndex: Sendable {
  private let listed: ListedItems
  private let numbers = Lock<[Int64]?>(nil)

  init(_ listed: ListedItems) { self.listed = listed }

  /// - Complexity: O(log n) once it is prepared, else O(n).
  @Sendable func contains(_ id: PersistentIdentifier) -> Bool {
    guard let numbers = numbers.withLock(\.self), let number = id.primaryKey else { return listed.contains(id) }
    let index = numbers.partitioningIndex { $0 >= number }
    return index < numbers.count && numbers[index] == number
  }

  /// Sorts the numbers once.
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
  /// Selected one by one.
  private(set) var named: Set<PersistentIdentifier> = []
  /// How many selected by "select all".
  private(set) var count = 0

  /// - Complexity: linear in the rows, and O(n log n) in those selected together.
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
