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
