/// The rows of a list that are marked besides the cursor, by identity: they stay marked wherever they move.
struct ListMarks<ID: Hashable> {
  private(set) var ids: Set<ID> = []
  /// From where a range reaches to the cursor.
  private(set) var anchor: ID?
  /// Where the anchor was when it was last looked for; rows move, so this is a guess.
  private(set) var anchorIndex: Int?
  /// Whether Shift has been extending a range since the anchor.
  private(set) var isExtending = false

  mutating func toggle(_ id: ID, at index: Int?) {
    if ids.remove(id) == nil { ids.insert(id) }
    (anchor, anchorIndex, isExtending) = (id, index, false)
  }

  mutating func insert(_ id: ID) { ids.insert(id) }

  mutating func remove(_ id: ID) { ids.remove(id) }

  mutating func replace(with ids: Set<ID>) {
    self.ids = ids
    (anchor, anchorIndex, isExtending) = (nil, nil, false)
  }

  mutating func keep(where isKept: (ID) -> Bool) { ids = ids.filter(isKept) }

  mutating func beginExtending(_ id: ID, at index: Int?) { (anchor, anchorIndex, isExtending) = (id, index, true) }

  mutating func noteAnchor(at index: Int?) { anchorIndex = index }

  mutating func endExtending() { isExtending = false }
}
