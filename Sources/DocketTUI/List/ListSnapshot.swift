import DocketData
import Foundation
import SwiftData

/// The rows of one generation: what was read, for which query, and the sub-items below; swapped whole.
///
/// A frame is drawn from one snapshot, so rows of one generation never appear at positions of another.
@MainActor
struct ListSnapshot {
  /// The items that were read: those of the query, or the roots of its outline.
  let results: FetchResultsCollection<Item>
  /// The query of these rows; they stay until the rows of the next query have been read.
  let query: ItemQuery
  /// Whether ``results`` has the roots only, because sub-items stand below their items.
  let hasRootsOnly: Bool
  /// Whether everything there is has been read.
  let isComplete: Bool
  /// The sub-items that stand below their items.
  private(set) var outline = Outline()

  var count: Int { results.count + outline.count }

  /// Everything in the list, as a value for any actor.
  ///
  /// - Complexity: O(1).
  var items: ListedItems { ListedItems(roots: results.identifiers, outline: outline) }

  /// Whether the rows are of a query, in a form.
  func shows(_ query: ItemQuery, rootsOnly: Bool) -> Bool { self.query == query && hasRootsOnly == rootsOnly }

  /// The same rows, known to be those of another query.
  func showing(_ query: ItemQuery, rootsOnly: Bool) -> ListSnapshot {
    ListSnapshot(results: results, query: query, hasRootsOnly: rootsOnly, isComplete: isComplete, outline: outline)
  }

  /// The same results with other sub-items below them.
  func with(_ outline: Outline) -> ListSnapshot {
    var snapshot = self
    snapshot.outline = outline
    return snapshot
  }

  func id(at index: Int) -> PersistentIdentifier {
    let (subitem, root) = outline.row(at: index)
    return subitem?.id ?? results.identifier(at: root)
  }

  /// The row of an item.
  ///
  /// - Complexity: linear in the number of rows at worst.
  func index(of id: PersistentIdentifier) -> Int? {
    outline.index(of: id) ?? results.position(of: id).map { outline.index(ofRoot: $0) }
  }

  /// The row of an item; looks near a row first.
  func index(of id: PersistentIdentifier, near index: Int?) -> Int? {
    if let index {
      let neighbours = (index - 2..<index + 3).clamped(to: 0..<count)
      if let found = neighbours.first(where: { self.id(at: $0) == id }) { return found }
    }
    return self.index(of: id)
  }

  /// The row of an item, or of the item that it is folded away in; looks near a row first.
  func index(ofVisible id: PersistentIdentifier, near index: Int?, isOutline: Bool) -> Int? {
    if let found = self.index(of: id, near: index) { return found }
    guard isOutline else { return nil }
    var parent = item(id)?.parent
    for _ in 0..<Self.maxDepth {
      guard let above = parent else { return nil }
      if let found = self.index(of: above.persistentModelID, near: index) { return found }
      parent = above.parent
    }
    return nil
  }

  /// Each level costs a look through the list.
  private static let maxDepth = 8

  /// The item of a row.
  func item(_ id: PersistentIdentifier) -> Item? { results.model(for: id) }

  /// Reads the items of some rows at once, unless they are in memory.
  func prefetch(_ rows: Range<Int>) {
    guard let first = rows.first, let last = rows.last else { return }
    results.prefetch(outline.row(at: first).root..<outline.row(at: last).root + 1)
  }
}

/// The first rows of a list that is still being read.
@MainActor
struct FirstRows {
  let results: FetchResultsCollection<Item>
  let predicate: Predicate<Item>?
  /// Whether sub-items stand below their items, so that the predicate is about roots.
  let hasRootsOnly: Bool

  /// Whether an item is among them or isn't in the list at all; otherwise it may come with the other rows.
  ///
  /// - Complexity: O(rows), which are few.
  func settle(_ id: PersistentIdentifier) -> Bool {
    if results.position(of: id) != nil { return true }
    guard let predicate, let item = results.model(for: id), !hasRootsOnly || item.parent == nil else { return false }
    // A predicate that can't be evaluated here may match: wait for the rows.
    return (try? predicate.evaluate(item)) == false
  }
}
