/// How far a movement, a selection or a deletion reaches from the cursor.
public enum TextMotion: Hashable, Sendable, CaseIterable {
  /// To the character before.
  case characterBack
  /// Past the next character.
  case characterForward
  /// To the beginning of a word, which consists of letters and digits.
  case wordBack
  /// To the end of a word, which consists of letters and digits.
  case wordForward
  /// To the first character after a blank, whatever it is; the word of shells.
  case blankBack
  /// To the start of the line.
  case lineStart
  /// To the end of the line.
  case lineEnd
  /// To the start of the text.
  case textStart
  /// To the end of the text.
  case textEnd

  /// Where the motion leads from an offset in a text, both in UTF-8.
  ///
  /// - Complexity: linear in the way; backwards by words, in the length of the lines passed.
  func target(from cursor: Int, in text: String) -> Int {
    switch self {
    case .characterBack: cursor == 0 ? 0 : text.offset(text.index(before: text.index(at: cursor)))
    case .characterForward:
      cursor == text.utf8.count ? cursor : text.offset(text.index(after: text.index(at: cursor)))
    case .wordBack: Self.back(from: cursor, in: text, to: \.isWord)
    case .wordForward:
      text.offset(text[text.index(at: cursor)...].drop { !$0.isWord }.drop(while: \.isWord).startIndex)
    case .blankBack: Self.back(from: cursor, in: text) { !$0.isWhitespace }
    case .lineStart: text.lineStart(of: cursor)
    case .lineEnd: text.lineEnd(of: cursor)
    case .textStart: 0
    case .textEnd: text.utf8.count
    }
  }

  /// The start of the last run of wanted characters before the cursor; other characters before it are skipped.
  private static func back(from cursor: Int, in text: String, to isWanted: (Character) -> Bool) -> Int {
    var end = cursor
    while end > 0 {
      let start = text.lineStart(of: end)
      if let found = lastRun(in: start..<end, of: text, where: isWanted) { return found }
      end = max(0, start - 1)
    }
    return 0
  }

  /// Where the last run of wanted characters begins; nil if there are none.
  ///
  /// It goes forward: backwards, each step looks at all flags before it to tell how they pair up.
  private static func lastRun(in range: Range<Int>, of text: String, where isWanted: (Character) -> Bool) -> Int? {
    var (start, isInside) = (String.Index?.none, false)
    let line = text[text.indices(range)]
    for found in line.indices {
      let wanted = isWanted(line[found])
      if wanted, !isInside { start = found }
      isInside = wanted
    }
    return start.map(text.offset)
  }
}

extension String {
  /// The word around an offset, or the characters between words there.
  func word(at offset: Int) -> Range<Int> {
    guard offset < utf8.count else { return offset..<offset }
    let isWord = self[index(at: offset)].isWord
    let rest = self[index(at: offset)..<index(at: lineEnd(of: offset))]
    let end = rest.firstIndex { $0.isWord != isWord } ?? rest.endIndex
    return startOfRun(before: offset) { $0.isWord == isWord }..<self.offset(end)
  }

  /// The start of the wanted characters directly before an offset, in its line.
  private func startOfRun(before offset: Int, where isWanted: (Character) -> Bool) -> Int {
    var start: String.Index?
    let line = self[index(at: lineStart(of: offset))..<index(at: offset)]
    for found in line.indices { start = isWanted(line[found]) ? start ?? found : nil }
    return start.map(self.offset) ?? offset
  }
}

extension Character {
  /// Whether it belongs to a word; as for readline, letters and digits do.
  fileprivate var isWord: Bool { isLetter || isNumber }
}
