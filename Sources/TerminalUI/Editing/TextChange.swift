/// A change of a text that can be taken back and made again; places are counted in UTF-8.
struct TextChange: Hashable, Sendable {
  /// Which changes become one when they follow each other.
  enum Run: Hashable, Sendable {
    case typing
    case erasing
    case alone
  }

  /// Where the cursor stood, and the other end of the selection if there was one.
  struct Place: Hashable, Sendable {
    let cursor: Int
    let anchor: Int?
  }

  var offset: Int
  var removed: String
  var inserted: String
  let before: Place
  let run: Run

  /// The bytes that keeping it takes.
  var weight: Int { removed.utf8.count + inserted.utf8.count }

  /// Takes a following change into this one.
  ///
  /// - Returns: Whether it continues this one; if not, nothing happened.
  mutating func merge(_ next: TextChange) -> Bool {
    guard run == next.run else { return false }
    switch run {
    case .typing: return mergeTyping(next)
    case .erasing: return mergeErasing(next)
    case .alone: return false
    }
  }

  /// A word with the blanks after it is one change.
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
