import SwiftData
import TerminalUI

/// What a command acts on: some items, or all listed ones except some.
///
/// Making one takes no time; the identifiers are found off the main actor.
struct ItemTargets: Sendable {
  /// Fewer comparisons than this are made one by one.
  static let maxLooks = 5_000_000

  let marking: ListMarking<PersistentIdentifier>
  let listed: ListedItems

  static func none(of listed: ListedItems) -> ItemTargets { ItemTargets(marking: .these([]), listed: listed) }

  var count: Int { marking.count }

  /// Nil unless it is one.
  var only: PersistentIdentifier? {
    guard count == 1 else { return nil }
    if case .these(let ids) = marking { return ids.first }
    // All but one are left out or gone: there is little to look at.
    return identifiers().first
  }

  func contains(_ id: PersistentIdentifier) -> Bool { marking.contains(id) }

  /// The identifiers by number.
  ///
  /// - Complexity: O(n log n) in the rows, unless they are few: not for the main actor.
  func identifiers() -> [PersistentIdentifier] {
    found().map { (key: $0.primaryKey ?? 0, id: $0) }.sorted { $0.key < $1.key }.map(\.id)
  }

  /// The identifiers by number, also of items that left the list; nil if there are more.
  ///
  /// - Complexity: O(n log n) in the limit, and in the rows that are left out.
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
    // What left the list since is not selected any more.
    listed.forEach { if marking.contains($0) { found.append($0) } }
    return found
  }

  static func areFew(_ count: Int, of rows: Int) -> Bool {
    let (looks, overflows) = count.multipliedReportingOverflow(by: rows)
    return count <= 1 || !overflows && looks < maxLooks
  }
}
