/// The marked rows of a list, and the anchor from which a range is marked.
struct ListMarks<ID: Hashable & Sendable> {
  private(set) var marking = ListMarking<ID>.these([]) { didSet { version += 1 } }
  /// Changes with the marks.
  private(set) var version = 0
  /// The row from which a range reaches to the cursor.
  private var anchor: ID?
  /// Where the anchor was when it was last looked up; rows move, so this is a guess.
  private var anchorIndex: Int?
  /// Whether Shift has been extending the range from the anchor.
  private var isExtending = false

  mutating func toggle(_ id: ID, at index: Int?) {
    if marking.contains(id) { remove(id) } else { insert(id) }
    (anchor, anchorIndex, isExtending) = (id, index, false)
  }

  private mutating func insert(_ id: ID) { marking.set(id, isMarked: true) }

  private mutating func remove(_ id: ID) { marking.set(id, isMarked: false) }

  mutating func replace(with marking: ListMarking<ID>) {
    self.marking = marking
    (anchor, anchorIndex, isExtending) = (nil, nil, false)
  }

  mutating func forget(where isGone: (ID) -> Bool) { marking.forget(where: isGone) }

  mutating func noteGone(_ count: Int) { marking.noteGone(count) }

  // MARK: - Ranges

  /// Marks all rows from the anchor to one, or that one without an anchor.
  ///
  /// - Complexity: linear in the number of these rows.
  @MainActor
  mutating func markRange(to index: Int, in source: some ListDataSource<ID>) {
    let start = anchorIndex(in: source) ?? index
    for row in min(start, index)...max(start, index) { insert(source.id(at: row)) }
  }

  /// Where the range that Shift extends begins: at the anchor if it has been extended, else at the row under the cursor.
  @MainActor
  mutating func startOfExtension(at index: Int, in source: some ListDataSource<ID>) -> Int {
    if isExtending, let start = anchorIndex(in: source) { return start }
    (anchor, anchorIndex, isExtending) = (source.id(at: index), index, true)
    return index
  }

  /// Follows the cursor from one row to another: marks what is between it and the start, and no row beyond.
  ///
  /// - Complexity: linear in the distance moved.
  @MainActor
  mutating func extend(from old: Int, to new: Int, start: Int, in source: some ListDataSource<ID>) {
    let kept = min(start, new)...max(start, new)
    for row in min(old, new)...max(old, new) { marking.set(source.id(at: row), isMarked: kept.contains(row)) }
    insert(source.id(at: start))
  }

  mutating func endExtending() { isExtending = false }

  /// Where the anchor is; the source is searched only if it has moved.
  @MainActor
  private mutating func anchorIndex(in source: some ListDataSource<ID>) -> Int? {
    guard let anchor else { return nil }
    if let index = anchorIndex, index < source.count, source.id(at: index) == anchor { return index }
    anchorIndex = source.index(of: anchor)
    return anchorIndex
  }
}
