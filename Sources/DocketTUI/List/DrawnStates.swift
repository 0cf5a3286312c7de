import SwiftData

/// Which rows were drawn as done: what the screen shows, while items may have changed since.
@MainActor
struct DrawnStates {
  /// Written while rows are drawn; of some that left the screen too.
  private var states: [PersistentIdentifier: Bool] = [:]
  /// The rows of the last frame, which are kept until the next one.
  private var shown: (rows: Range<Int>, of: ListSnapshot)?

  mutating func note(_ id: PersistentIdentifier, isDone: Bool) { states[id] = isDone }

  /// Whether a row of the last frame was drawn as done; nil for others: no change of theirs is seen there.
  ///
  /// - Complexity: O(height of the screen).
  func ofShown(_ id: PersistentIdentifier) -> Bool? {
    guard let shown, shown.rows.contains(where: { shown.of.id(at: $0) == id }) else { return nil }
    return states[id]
  }

  /// Notes the rows of a frame, and forgets others now and then.
  ///
  /// - Parameter keeps: whether a row is kept as it was drawn.
  mutating func noteShown(_ rows: Range<Int>, of snapshot: ListSnapshot, keeps: (PersistentIdentifier) -> Bool) {
    shown = (rows, snapshot)
    if states.count > 8 * max(rows.count, 1) { states = states.filter { keeps($0.key) } }
  }
}
