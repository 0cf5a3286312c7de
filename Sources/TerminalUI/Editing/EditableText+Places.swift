extension EditableText {
  /// Where a motion leads from the cursor.
  ///
  /// - Complexity: linear in the way; backwards by words, in the lines that it touches.
  public func target(of motion: Motion) -> Int {
    switch motion {
    case .characterBack: cursor == 0 ? 0 : offset(text.index(before: index(cursor)))
    case .characterForward: cursor == text.utf8.count ? cursor : offset(text.index(after: index(cursor)))
    case .wordBack: back(to: \.isWord)
    case .wordForward: forward(over: { !$0.isWord }, and: \.isWord)
    case .blankBack: back(to: { !$0.isWhitespace })
    case .lineStart: text.lineStart(of: cursor)
    case .lineEnd: text.lineEnd(of: cursor)
    case .textStart: 0
    case .textEnd: text.utf8.count
    }
  }

  /// The word around a place, or what stands between words there.
  func word(at place: Int) -> Range<Int> {
    guard place < text.utf8.count else { return place..<place }
    let isWord = text[index(place)].isWord
    let rest = text[index(place)..<index(text.lineEnd(of: place))]
    let end = rest.firstIndex { $0.isWord != isWord } ?? rest.endIndex
    return startOfRun(before: place) { $0.isWord == isWord }..<offset(end)
  }

  /// The start of the last row of wanted characters before the cursor; what stands between it and the cursor is
  /// passed over.
  private func back(to isWanted: (Character) -> Bool) -> Int {
    var end = cursor
    while end > 0 {
      let start = text.lineStart(of: end)
      if let found = lastRun(in: start..<end, where: isWanted) { return found }
      end = max(0, start - 1)
    }
    return 0
  }

  /// The start of the wanted characters that stand before a place in its line, without a gap.
  private func startOfRun(before place: Int, where isWanted: (Character) -> Bool) -> Int {
    var start: String.Index?
    let line = text[index(text.lineStart(of: place))..<index(place)]
    for found in line.indices { start = isWanted(line[found]) ? start ?? found : nil }
    return start.map(offset) ?? place
  }

  /// Where the last row of wanted characters begins; nil if there are none.
  ///
  /// Goes forward: backwards, each step looks at all flags that stand before it, to tell how they pair up.
  private func lastRun(in range: Range<Int>, where isWanted: (Character) -> Bool) -> Int? {
    var (start, isInside) = (String.Index?.none, false)
    let line = text[indices(range)]
    for found in line.indices {
      let wanted = isWanted(line[found])
      if wanted, !isInside { start = found }
      isInside = wanted
    }
    return start.map(offset)
  }

  private func forward(over first: (Character) -> Bool, and second: (Character) -> Bool) -> Int {
    offset(text[index(cursor)...].drop(while: first).drop(while: second).startIndex)
  }
}

extension Character {
  /// Whether it belongs to a word, as for readline: letters and digits do.
  fileprivate var isWord: Bool { isLetter || isNumber }
}
