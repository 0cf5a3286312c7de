extension EditableText {
  /// Types a character in the place of the selection; characters typed one after the other are one change.
  ///
  /// - Returns: Whether the text is another now; false if the limit is reached.
  @discardableResult
  public mutating func type(_ character: Character) -> Bool { insert(String(character), as: .typing) }

  /// Inserts text in the place of the selection, as one change; as much of it as the limit allows.
  ///
  /// - Returns: Whether the text is another now.
  /// - Complexity: linear in the length of the text.
  @discardableResult
  public mutating func insert(_ inserted: String) -> Bool { insert(inserted, as: .alone) }

  /// Exchanges the whole text as one change.
  @discardableResult
  public mutating func exchange(for other: String) -> Bool {
    guard !other.utf8.elementsEqual(text.utf8) else { return false }
    (anchor, cursor) = (0, text.utf8.count)
    return insert(other)
  }

  private mutating func insert(_ inserted: String, as run: TextChange.Run) -> Bool {
    sequel = .nothing
    let range = selection ?? cursor..<cursor
    let fitting = noteOmitted(lines.cleaned(inserted), removing: range.count)
    guard !fitting.isEmpty || !range.isEmpty else { return false }
    replace(range, with: fitting, as: range.isEmpty ? run : .alone)
    return true
  }

  /// The beginning of a text for which there is room.
  func fitting(_ inserted: String, removing count: Int) -> String {
    let room = max(0, limit - text.utf8.count + count)
    guard inserted.utf8.count > room else { return inserted }
    let end = inserted.borderOfCharacter(notAfter: inserted.utf8.index(inserted.startIndex, offsetBy: room))
    return String(inserted[..<end])
  }

  private mutating func noteOmitted(_ inserted: String, removing count: Int) -> String {
    let fitting = fitting(inserted, removing: count)
    omitted = inserted.utf8.count - fitting.utf8.count
    return fitting
  }
}
