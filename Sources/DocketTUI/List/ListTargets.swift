import DocketLocking
import SwiftData
import TerminalUI

/// What a command acts on: some items, or all that were listed except some.
///
/// Making one takes no time, however many items there are; the identifiers are found off the main actor.
struct ItemTargets: Sendable {
  /// Up to this many comparisons, items are looked for one by one.
  static let maxLooks = 5_000_000

  let marking: ListMarking<PersistentIdentifier>
  /// What was listed when the command was given.
  let listed: ListedItems

  /// None of the items.
  static func none(of listed: ListedItems) -> ItemTargets { ItemTargets(marking: .these([]), listed: listed) }

  var count: Int { marking.count }

  /// The item, if it is one.
  var only: PersistentIdentifier? {
    guard count == 1 else { return nil }
    if case .these(let ids) = marking { return ids.first }
    // All but one are left out or gone, so there is little to look at.
    return identifiers().first
  }

  func contains(_ id: PersistentIdentifier) -> Bool { marking.contains(id) }

  /// The identifiers, in the order of their numbers.
  ///
  /// - Complexity: O(n log n) in the number of rows, unless they are few: not for the main actor.
  func identifiers() -> [PersistentIdentifier] {
    found().map { (key: $0.primaryKey ?? 0, id: $0) }.sorted { $0.key < $1.key }.map(\.id)
  }

  /// The identifiers in the order of their numbers, also of items that have left the list; nil if they are more.
  ///
  /// - Complexity: O(n log n) in the limit, and in the number of rows that are left out.
  func identifiers(upTo limit: Int) -> [PersistentIdentifier]? {
    guard count <= limit else { return nil }
    if case .these(let ids) = marking { return ids.sorted { ($0.primaryKey ?? 0) < ($1.primaryKey ?? 0) } }
    return identifiers()
  }

  private func found() -> [PersistentIdentifier] {
    if case .these(let ids) = marking, Self.areFew(ids.count, of: listed.count) { return Array(ids) }
    if case .all(let all) = marking { all.snapshot.prepare() }
    var found: [PersistentIdentifier] = []
    found.reserveCapacity(count)
    // What has left the list since it was selected is not selected any more.
    listed.forEach { if marking.contains($0) { found.append($0) } }
    return found
  }

  /// Whether items are few enough to be looked for one by one.
  static func areFew(_ count: Int, of rows: Int) -> Bool {
    let (looks, overflows) = count.multipliedReportingOverflow(by: rows)
    return count <= 1 || !overflows && looks < maxLooks
  }
}

// MARK: - What was listed

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

// MARK: - What has left

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
