/// The rows of a list that are marked besides the cursor, by identity: they stay marked wherever they move.
struct ListMarks<ID: Hashable> {
  private(set) var ids: Set<ID> = []
  /// From where a range reaches to the cursor.
  private(set) var anchor: ID?
  /// Whether Shift has been extending a range since the anchor.
  private(set) var isExtending = false

  mutating func toggle(_ id: ID) {
    if ids.remove(id) == nil { ids.insert(id) }
    (anchor, isExtending) = (id, false)
  }

  mutating func insert(_ id: ID) { ids.insert(id) }

  mutating func remove(_ id: ID) { ids.remove(id) }

  mutating func replace(with ids: Set<ID>) {
    self.ids = ids
    (anchor, isExtending) = (nil, false)
  }

  mutating func keep(where isKept: (ID) -> Bool) { ids = ids.filter(isKept) }

  mutating func beginExtending(at id: ID) { (anchor, isExtending) = (id, true) }

  mutating func endExtending() { isExtending = false }
}
