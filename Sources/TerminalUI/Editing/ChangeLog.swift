/// The changes of a text that can be undone and redone.
struct ChangeLog: Hashable, Sendable {
  private static let countLimit = 1000
  /// In bytes of text.
  private static let weightLimit = 8 << 20

  /// The changes to undo, oldest first.
  private var past: [TextChange] = []
  /// The changes to redo; the last one comes first.
  private var future: [TextChange] = []
  private var weight = 0
  /// Whether the next change may be merged into the last one.
  private var isOpen = false

  var canUndo: Bool { !past.isEmpty }

  var canRedo: Bool { !future.isEmpty }

  /// Ends a run of changes, because the cursor was moved.
  mutating func close() { isOpen = false }

  /// Records a change that was made; nothing can be redone after it.
  mutating func record(_ change: TextChange) {
    future = []
    weight += change.weight
    if isOpen, let last = past.indices.last, past[last].merge(change) { return }
    past.append(change)
    isOpen = true
    dropOldest()
  }

  /// Returns the change to undo, which can be redone then.
  mutating func undo() -> TextChange? {
    isOpen = false
    guard let change = past.popLast() else { return nil }
    weight -= change.weight
    future.append(change)
    return change
  }

  /// Returns the change to redo, which can be undone then.
  mutating func redo() -> TextChange? {
    isOpen = false
    guard let change = future.popLast() else { return nil }
    weight += change.weight
    past.append(change)
    return change
  }

  private mutating func dropOldest() {
    while past.count > Self.countLimit || weight > Self.weightLimit, past.count > 1 {
      weight -= past.removeFirst().weight
    }
  }
}

/// A change of a text that can be undone and redone; offsets are in UTF-8.
struct TextChange: Hashable, Sendable {
  /// The kind of a change, which decides whether the next one is merged into it.
  enum Run: Hashable, Sendable {
    case typing
    case erasing
    case alone
  }

  /// The cursor, and the other end of the selection if there is one.
  struct CursorState: Hashable, Sendable {
    let cursor: Int
    let anchor: Int?
  }

  private(set) var offset: Int
  private(set) var removed: String
  private(set) var inserted: String
  /// The cursor before the change.
  let before: CursorState
  let run: Run

  /// The bytes of text that it holds.
  var weight: Int { removed.utf8.count + inserted.utf8.count }

  /// Merges the next change into this one.
  ///
  /// - Returns: Whether it continues this one; if not, nothing was done.
  mutating func merge(_ next: TextChange) -> Bool {
    guard run == next.run else { return false }
    switch run {
    case .typing: return mergeTyping(next)
    case .erasing: return mergeErasing(next)
    case .alone: return false
    }
  }

  /// A word and the blanks after it are one change.
  private mutating func mergeTyping(_ next: TextChange) -> Bool {
    guard next.removed.isEmpty, next.offset == offset + inserted.utf8.count else { return false }
    if inserted.last?.isWhitespace == true, next.inserted.first?.isWhitespace == false { return false }
    inserted += next.inserted
    return true
  }

  private mutating func mergeErasing(_ next: TextChange) -> Bool {
    if next.offset == offset {
      removed += next.removed
    } else if next.offset + next.removed.utf8.count == offset {
      removed = next.removed + removed
      offset = next.offset
    } else {
      return false
    }
    return true
  }
}
