import DocketData
import Foundation
import SwiftData

/// The rows of one generation: what was read, for which query, and the sub-items below; swapped whole.
///
/// A frame is drawn from one snapshot, so rows of one generation never appear at positions of another. A class,
/// because each row of a frame looks into it, and each look would copy a structure.
@MainActor
final class ListSnapshot {
  let results: FetchResultsCollection<Item>
  /// The query of these rows.
  let query: ItemQuery
  /// Which items stand below their parents; nil if all of them are listed one by one.
  let queryOutline: QueryOutline?
  /// Whether there is a ``queryOutline``, which is copied when it is looked at.
  let hasQueryOutline: Bool
  /// Whether ``results`` has roots only, with sub-items listed below them.
  let hasRootsOnly: Bool
  let isComplete: Bool
  /// How the rows are divided into sections; nil if they are not.
  let agenda: AgendaDivision?
  let outline: Outline

  init(
    results: FetchResultsCollection<Item>, query: ItemQuery, queryOutline: QueryOutline?, hasRootsOnly: Bool,
    isComplete: Bool, agenda: AgendaDivision?, outline: Outline = Outline()
  ) {
    (self.results, self.query, self.queryOutline) = (results, query, queryOutline)
    hasQueryOutline = queryOutline != nil
    (self.hasRootsOnly, self.isComplete, self.agenda, self.outline) = (hasRootsOnly, isComplete, agenda, outline)
  }

  var count: Int { results.count + outline.count }

  /// - Complexity: O(1).
  var items: ListedItems { ListedItems(roots: results.identifiers, outline: outline) }

  /// Whether its rows are of the same query as others, and divided alike.
  func isAsked(like other: ListSnapshot) -> Bool {
    query == other.query && queryOutline == other.queryOutline && hasRootsOnly == other.hasRootsOnly
      && agenda == other.agenda
  }

  /// The same with other results.
  func with(_ results: FetchResultsCollection<Item>, isComplete: Bool) -> ListSnapshot {
    ListSnapshot(
      results: results, query: query, queryOutline: queryOutline, hasRootsOnly: hasRootsOnly, isComplete: isComplete,
      agenda: agenda, outline: outline)
  }

  /// The same results with other sub-items.
  func with(_ outline: Outline) -> ListSnapshot {
    ListSnapshot(
      results: results, query: query, queryOutline: queryOutline, hasRootsOnly: hasRootsOnly, isComplete: isComplete,
      agenda: agenda, outline: outline)
  }

  func id(at index: Int) -> PersistentIdentifier {
    let (subitem, root) = outline.row(at: index)
    return subitem?.id ?? results.identifier(at: root)
  }

  /// - Complexity: linear in the rows at worst.
  func index(of id: PersistentIdentifier) -> Int? {
    outline.index(of: id) ?? results.position(of: id).map { outline.index(ofRoot: $0) }
  }

  /// Searches near a row first.
  func index(of id: PersistentIdentifier, near index: Int?) -> Int? {
    if let index {
      let neighbours = (index - 2..<index + 3).clamped(to: 0..<count)
      if let found = neighbours.first(where: { self.id(at: $0) == id }) { return found }
    }
    return self.index(of: id)
  }

  /// The row of an item, or of the one that it is folded into; searches near a row first.
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

  /// Each level costs a search.
  private static let maxDepth = 8

  func item(_ id: PersistentIdentifier) -> Item? { results.model(for: id) }

  /// Reads the items of rows at once.
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
  /// Whether the predicate is about roots.
  let hasRootsOnly: Bool

  /// Whether an item is among them, or not in the list at all; otherwise it may come later.
  ///
  /// - Complexity: O(rows), which are few.
  func settle(_ id: PersistentIdentifier) -> Bool {
    if results.position(of: id) != nil { return true }
    guard let predicate, let item = results.model(for: id), !hasRootsOnly || item.parent == nil else { return false }
    // A predicate that can't be evaluated here may match.
    return (try? predicate.evaluate(item)) == false
  }
}
