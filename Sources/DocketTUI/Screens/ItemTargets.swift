import SwiftData
import TerminalUI

/// What a command acts on: some items, or all that were shown but some.
///
/// It takes no time to make, however many they are; who they are is found out off the main actor.
struct ItemTargets: Sendable {
  /// The largest product of numbers for which each is looked for by itself.
  static let mostLooks = 5_000_000

  let marking: ListMarking<PersistentIdentifier>
  /// What was shown when the command was given.
  let shown: ShownItems

  /// No item of a list.
  static func none(of shown: ShownItems) -> ItemTargets { ItemTargets(marking: .these([]), shown: shown) }

  var count: Int { marking.count }

  /// The item, if it is one.
  var only: PersistentIdentifier? {
    guard count == 1 else { return nil }
    if case .these(let ids) = marking { return ids.first }
    // All but one are left out or gone, so there is little to look at.
    return identifiers().first
  }

  func contains(_ id: PersistentIdentifier) -> Bool { marking.contains(id) }

  /// The items, by their numbers.
  ///
  /// - Complexity: O(n log n) in the number of rows, unless they are few: not for the main actor.
  func identifiers() -> [PersistentIdentifier] {
    found().map { (key: $0.primaryKey ?? 0, id: $0) }.sorted { $0.key < $1.key }.map(\.id)
  }

  /// The items, by their numbers, also those that have left the list; nil if they are more.
  ///
  /// - Complexity: O(n log n) in the limit, and in the number of rows that are left out.
  func identifiers(upTo limit: Int) -> [PersistentIdentifier]? {
    guard count <= limit else { return nil }
    if case .these(let ids) = marking { return ids.sorted { ($0.primaryKey ?? 0) < ($1.primaryKey ?? 0) } }
    return identifiers()
  }

  private func found() -> [PersistentIdentifier] {
    if case .these(let ids) = marking, Self.areFew(ids.count, of: shown.count) { return Array(ids) }
    if case .all(let all) = marking { all.snapshot.prepare() }
    var found: [PersistentIdentifier] = []
    found.reserveCapacity(count)
    // What has left the list since it was selected is none of it.
    shown.forEach { if marking.contains($0) { found.append($0) } }
    return found
  }

  /// Whether items can be looked for one by one; then those that have left the list are not selected any more.
  static func areFew(_ count: Int, of rows: Int) -> Bool {
    let (looks, overflows) = count.multipliedReportingOverflow(by: rows)
    return count <= 1 || !overflows && looks < mostLooks
  }
}
