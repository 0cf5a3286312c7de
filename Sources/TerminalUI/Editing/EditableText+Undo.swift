extension EditableText {
  /// Every change of the text comes through here.
  mutating func replace(_ range: Range<Int>, with inserted: String, as run: TextChange.Run) {
    let change = TextChange(
      offset: range.lowerBound, removed: String(text[indices(range)]), inserted: inserted,
      before: TextChange.Place(cursor: cursor, anchor: anchor), run: run)
    apply(change)
    log.record(change)
  }

  mutating func undo() -> Bool {
    guard let change = log.takeBack() else { return false }
    exchange(at: change.offset, change.inserted, for: change.removed)
    (cursor, anchor) = (change.before.cursor, change.before.anchor)
    return true
  }

  mutating func redo() -> Bool {
    guard let change = log.makeAgain() else { return false }
    apply(change)
    return true
  }

  /// The place itself, or the end of the character it lies in: a mark may have joined the character before it.
  func border(notBefore place: Int) -> Int { offset(text.borderOfCharacter(notBefore: index(place))) }

  private mutating func apply(_ change: TextChange) {
    exchange(at: change.offset, change.removed, for: change.inserted)
    cursor = border(notBefore: change.offset + change.inserted.utf8.count)
    anchor = nil
  }

  private mutating func exchange(at offset: Int, _ old: String, for new: String) {
    text.replaceSubrange(indices(offset..<offset + old.utf8.count), with: new)
  }
}
