extension TextField {
  mutating func perform(_ key: Key) -> Action {
    switch key {
    case Key(.enter): return .submitted
    case Key(.escape): return .cancelled
    case Key(.backspace): return delete(from: before, to: cursor)
    case Key(.delete), "^d": return delete(from: cursor, to: after)
    case "^k": return delete(from: cursor, to: text.endIndex)
    case "^u": return delete(from: text.startIndex, to: cursor)
    case "^w", "M-Backspace", "C-Backspace": return delete(from: wordBefore, to: cursor)
    case "M-d", "C-Del": return delete(from: cursor, to: wordAfter)
    default: return move(key)
    }
  }

  private mutating func move(_ key: Key) -> Action {
    switch key {
    case Key(.left), "^b": cursor = before
    case Key(.right), "^f": cursor = after
    case Key(.home), "^a": cursor = text.startIndex
    case Key(.end), "^e": cursor = text.endIndex
    case "C-Left", "M-Left", "M-b": cursor = wordBefore
    case "C-Right", "M-Right", "M-f": cursor = wordAfter
    default: return .ignored
    }
    return .moved
  }

  private mutating func delete(from start: String.Index, to end: String.Index) -> Action {
    guard start < end else { return .moved }
    replace(start..<end, with: "")
    return .edited
  }

  private var before: String.Index { cursor > text.startIndex ? text.index(before: cursor) : cursor }

  private var after: String.Index { cursor < text.endIndex ? text.index(after: cursor) : cursor }

  private var wordBefore: String.Index {
    let head = text[..<cursor]
    guard let lastOfWord = head.lastIndex(where: { !$0.isWhitespace }) else { return text.startIndex }
    let space = head[...lastOfWord].lastIndex(where: \.isWhitespace)
    return space.map(text.index(after:)) ?? text.startIndex
  }

  private var wordAfter: String.Index {
    let tail = text[cursor...]
    guard let word = tail.firstIndex(where: { !$0.isWhitespace }) else { return text.endIndex }
    return tail[word...].firstIndex(where: \.isWhitespace) ?? text.endIndex
  }
}
