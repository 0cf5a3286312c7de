import DocketData
import Foundation
import SwiftData

/// The first rows of a list that is still being read.
@MainActor
struct FirstRows {
  let results: FetchResultsCollection<Item>
  let predicate: Predicate<Item>?
  /// Whether parts stand below their items, which are what the predicate is about.
  let isMargin: Bool

  /// Whether an item is among them, or is not in the list at all: else it may come with the others.
  ///
  /// - Complexity: O(rows), which are few.
  func settle(_ id: PersistentIdentifier) -> Bool {
    if results.position(of: id) != nil { return true }
    guard let predicate, let item = results.model(for: id), !isMargin || item.parent == nil else { return false }
    // What can't be told is waited for.
    return (try? predicate.evaluate(item)) == false
  }
}
