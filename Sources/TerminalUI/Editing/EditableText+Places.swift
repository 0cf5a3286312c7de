extension EditableText {
  /// Where a motion leads from the cursor.
  ///
  /// - Complexity: linear in the way.
  public func target(of motion: Motion) -> Int {
    switch motion {
    case .characterBack: cursor == 0 ? 0 : offset(text.index(before: index(cursor)))
    case .characterForward: cursor == text.utf8.count ? cursor : offset(text.index(after: index(cursor)))
    case .wordBack: back(over: { !$0.isWord }, and: \.isWord)
    case .wordForward: forward(over: { !$0.isWord }, and: \.isWord)
    case .blankBack: back(over: \.isWhitespace, and: { !$0.isWhitespace })
    case .lineStart: lineStart(of: cursor)
    case .lineEnd: lineEnd(of: cursor)
    case .textStart: 0
    case .textEnd: text.utf8.count
    }
  }

  /// The place of the first character of a line.
  func lineStart(of place: Int) -> Int {
    let bytes = text.utf8
    return bytes[..<index(place)].lastIndex(of: 0x0A).map { offset($0) + 1 } ?? 0
  }

  /// The place of the line end, or of the end of the text.
  func lineEnd(of place: Int) -> Int {
    let bytes = text.utf8
    return bytes[index(place)...].firstIndex(of: 0x0A).map(offset) ?? bytes.count
  }

  /// The word around a place, or what stands between words there.
  func word(at place: Int) -> Range<Int> {
    guard place < text.utf8.count else { return place..<place }
    var (start, end) = (index(place), index(place))
    let isWord = text[start].isWord
    while end < text.endIndex, text[end].isWord == isWord, text[end] != "\n" { end = text.index(after: end) }
    while start > text.startIndex {
      let before = text.index(before: start)
      guard text[before].isWord == isWord, text[before] != "\n" else { break }
      start = before
    }
    return offset(start)..<max(offset(start), offset(end))
  }

  private func back(over first: (Character) -> Bool, and second: (Character) -> Bool) -> Int {
    var head = text[..<index(cursor)]
    while let last = head.last, first(last) { head.removeLast() }
    while let last = head.last, second(last) { head.removeLast() }
    return offset(head.endIndex)
  }

  private func forward(over first: (Character) -> Bool, and second: (Character) -> Bool) -> Int {
    offset(text[index(cursor)...].drop(while: first).drop(while: second).startIndex)
  }
}

extension Character {
  /// Whether it belongs to a word, as for readline: letters and digits do.
  fileprivate var isWord: Bool { isLetter || isNumber }
}
