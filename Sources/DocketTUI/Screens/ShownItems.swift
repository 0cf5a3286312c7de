import SwiftData

/// The items of the list as it was at a moment: a value that can be gone through off the main actor.
struct ShownItems: Sendable {
  /// The items that belong to no other one in view.
  let roots: FetchedIdentifiers
  /// The parts below them.
  let outline: Outline

  var count: Int { roots.count + outline.count }

  /// Whether an item was in the list.
  ///
  /// - Complexity: linear in the number of items at worst.
  func contains(_ id: PersistentIdentifier) -> Bool { outline.index(of: id) != nil || roots.position(of: id) != nil }

  /// Calls with each item, parts last.
  ///
  /// - Complexity: linear in their number.
  func forEach(_ body: (PersistentIdentifier) -> Void) {
    for id in roots { body(id) }
    outline.forEach(body)
  }
}
