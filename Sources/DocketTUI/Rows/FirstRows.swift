import DataProvider
import Foundation
import SwiftData

/// The first rows of a list that is still being read.
@MainActor
struct FirstRows {
  let results: FetchResultsCollection<Item>
  let predicate: Predicate<Item>?

  /// Whether an item is among them, or is not in the list at all: else it comes with the others.
  ///
  /// - Complexity: O(rows), which are few.
  func settle(_ id: PersistentIdentifier) -> Bool {
    if results.position(of: id) != nil { return true }
    guard let predicate, let item = results.model(for: id) else { return false }
    // What can't be told is waited for.
    return (try? predicate.evaluate(item)) == false
  }
}
