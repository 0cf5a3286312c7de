extension EditableText {
  mutating func yank() -> Bool {
    guard let piece = kills.piece(0) else { return false }
    return yank(piece, age: 0, inPlaceOf: selection ?? cursor..<cursor)
  }

  /// Does something only right after a yank.
  mutating func yankEarlier(after before: Sequel, omitting earlier: Int) -> Bool {
    guard case .yank(let range, let age) = before, let piece = kills.piece(age + 1) else { return false }
    return yank(piece, age: age + 1, inPlaceOf: range)
  }

  private mutating func yank(_ piece: String, age: Int, inPlaceOf range: Range<Int>) -> Bool {
    let cleaned = lines.cleaned(piece)
    let inserted = fitting(cleaned, removing: range.count)
    omitted = cleaned.utf8.count - inserted.utf8.count
    replace(range, with: inserted, as: .alone)
    sequel = .yank(range.lowerBound..<range.lowerBound + inserted.utf8.count, age: age)
    return true
  }
}
