/// The rows of a list that are marked besides the cursor, by identity: they stay marked wherever they move.
struct ListMarks<ID: Hashable & Sendable> {
  private(set) var marking = ListMarking<ID>.these([])
  /// From where a range reaches to the cursor.
  private(set) var anchor: ID?
  /// Where the anchor was when it was last looked for; rows move, so this is a guess.
  private(set) var anchorIndex: Int?
  /// Whether Shift has been extending a range since the anchor.
  private(set) var isExtending = false

  mutating func toggle(_ id: ID, at index: Int?) {
    if marking.contains(id) { remove(id) } else { insert(id) }
    (anchor, anchorIndex, isExtending) = (id, index, false)
  }

  mutating func insert(_ id: ID) { marking.set(id, isMarked: true) }

  mutating func remove(_ id: ID) { marking.set(id, isMarked: false) }

  mutating func replace(with marking: ListMarking<ID>) {
    self.marking = marking
    (anchor, anchorIndex, isExtending) = (nil, nil, false)
  }

  mutating func forget(where isGone: (ID) -> Bool) { marking.forget(where: isGone) }

  mutating func noteGone(_ count: Int) { marking.noteGone(count) }

  mutating func beginExtending(_ id: ID, at index: Int?) { (anchor, anchorIndex, isExtending) = (id, index, true) }

  mutating func noteAnchor(at index: Int?) { anchorIndex = index }

  mutating func endExtending() { isExtending = false }
}
