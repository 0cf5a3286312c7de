import DocketLocking
import SwiftData

/// Tells whether an item was in the list at a moment.
///
/// Before it is prepared it looks through the list, which is quick enough for the visible rows.
final class ShownIndex: Sendable {
  private let shown: ShownItems
  /// The numbers of the items, in their order; nil before it is prepared.
  private let numbers = Lock<[Int64]?>(nil)

  init(_ shown: ShownItems) { self.shown = shown }

  /// - Complexity: O(log n) once it is prepared, else O(n).
  @Sendable func contains(_ id: PersistentIdentifier) -> Bool {
    guard let numbers = numbers.withLock(\.self), let number = id.primaryKey else { return shown.contains(id) }
    var range = 0..<numbers.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if numbers[middle] == number { return true }
      range = numbers[middle] < number ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return false
  }

  /// Sorts the numbers; nothing happens if that was done.
  ///
  /// - Complexity: O(n log n): not for the main actor, unless they are few.
  @Sendable func prepare() {
    guard numbers.withLock({ $0 == nil }) else { return }
    var all: [Int64] = []
    all.reserveCapacity(shown.count)
    shown.forEach { if let number = $0.primaryKey { all.append(number) } }
    all.sort()
    numbers.withLock { $0 = all }
  }
}
