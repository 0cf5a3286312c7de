/// A token of a query.
enum QueryToken: Hashable {
  /// A parenthesis that opens a group, perhaps after a dash.
  case open(isNegated: Bool, range: Range<Int>)
  case close(range: Range<Int>)
  case word(QueryWord)

  var range: Range<Int> {
    switch self {
    case .open(_, let range), .close(let range): range
    case .word(let word): word.range
    }
  }

  /// The word; nil for a parenthesis.
  var word: QueryWord? { if case .word(let word) = self { word } else { nil } }
}

/// A term of a query, between white space or parentheses, with its quotation marks and backslashes removed.
struct QueryWord: Hashable {
  let isNegated: Bool
  /// The part before the colon; nil for a word or a phrase.
  let key: Key?
  let value: String
  /// Whether any part of the value was quoted.
  let isQuoted: Bool
  /// Whether the value begins with an equals sign without quotation marks or a backslash.
  let isExact: Bool
  let range: Range<Int>
  let valueRange: Range<Int>

  /// What a word with a mark or a colon is about.
  enum Key: Hashable {
    /// The mark of a tag.
    case mark
    case filter(QueryKey)
    /// A field of another format, by its name.
    case extra(String)
    /// Letters before a colon that mean nothing.
    case unknown(String)
  }

  /// Whether it is a word as it is typed, without a mark, a dash, quotation marks or a backslash.
  var isPlain: Bool { key == nil && !isNegated && !isQuoted && valueRange.count == value.count }

  /// Whether it is this word as it is typed; case does not matter.
  func isBare(_ word: String) -> Bool { isPlain && value.lowercased() == word }

  var isNone: Bool { !isQuoted && value.lowercased() == "none" }
}

/// What stands before the colon of a term.
enum QueryKey: String, CaseIterable {
  case list, `is`, prio, priority, due, start, created, updated, done, after, tag, sort
}

/// Splits a query into tokens.
///
/// A parenthesis opens a group only where a term begins, so `f(x)` is a word, and closes one only if the word itself has
/// no open one.
struct QueryTokenizer {
  /// The largest number of groups within one another: the parser of SQLite 3.40 holds about nine of them.
  private static let maxDepth = 6
  /// The largest number of tokens: SQLite would refuse a few thousand conditions.
  private static let maxCount = 2_000

  private let characters: [Character]
  private var index = 0
  /// The parentheses without an end so far.
  private var groups: [Range<Int>] = []

  private init(_ text: String) { characters = Array(text) }

  /// - Throws: `QueryError` for a quotation or a parenthesis without an end, and for what is too long.
  static func tokens(of text: String) throws(QueryError) -> [QueryToken] {
    var tokenizer = QueryTokenizer(text)
    var tokens: [QueryToken] = []
    while let token = try tokenizer.next() {
      guard tokens.count < maxCount else {
        throw QueryError(message: "A query has at most \(maxCount) terms.", range: token.range)
      }
      tokens.append(token)
    }
    if let open = tokenizer.groups.last {
      throw QueryError(message: "The “(” has no end: add a “)”.", range: open, missing: ")")
    }
    return tokens
  }

  private var current: Character? { index < characters.count ? characters[index] : nil }

  private mutating func next() throws(QueryError) -> QueryToken? {
    while let character = current, character.isWhitespace { index += 1 }
    guard let character = current else { return nil }
    if character == ")" { return try close() }
    let start = index
    let isNegated = takeDash()
    if current == "(" { return try open(isNegated, start) }
    let key = try takeExtra() ?? takeKey()
    let valueStart = index
    let isExact = current == "="
    let (value, isQuoted) = try takeValue()
    return .word(
      QueryWord(
        isNegated: isNegated, key: key, value: value, isQuoted: isQuoted, isExact: isExact, range: start..<index,
        valueRange: valueStart..<index))
  }

  private mutating func open(_ isNegated: Bool, _ start: Int) throws(QueryError) -> QueryToken {
    index += 1
    let range = index - 1..<index
    guard groups.count < Self.maxDepth else {
      throw QueryError(message: "Parentheses go at most \(Self.maxDepth) deep: leave some out.", range: range)
    }
    groups.append(range)
    return .open(isNegated: isNegated, range: start..<index)
  }

  private mutating func close() throws(QueryError) -> QueryToken {
    index += 1
    guard groups.popLast() != nil else {
      throw QueryError(
        message: "There is no “(” for this “)”: leave it out, or put it between quotation marks.",
        range: index - 1..<index)
    }
    return .close(range: index - 1..<index)
  }

  /// Takes a dash before something else; a dash alone is a word.
  private mutating func takeDash() -> Bool {
    guard current == "-", index + 1 < characters.count, !isEnd(index + 1) else { return false }
    index += 1
    return true
  }

  /// Whether a word can't go on at an index.
  private func isEnd(_ index: Int) -> Bool {
    characters[index].isWhitespace || characters[index] == ")" && !groups.isEmpty
  }

  /// Takes `extra.NAME:`, in which the name may be between quotation marks.
  private mutating func takeExtra() throws(QueryError) -> QueryWord.Key? {
    let (prefix, start) = ("extra.", index)
    guard String(characters[index...].prefix(prefix.count)).lowercased() == prefix else { return nil }
    index += prefix.count
    var name = ""
    while let character = current, character != ":", !isEnd(index) {
      if character == "\"" {
        name += try takeQuotation()
      } else {
        name.append(character)
        index += 1
      }
    }
    guard current == ":" else {
      index = start
      return nil
    }
    index += 1
    return .extra(name)
  }

  /// Takes the key before a colon, if it consists of letters and is followed by something that may be a value.
  private mutating func takeKey() -> QueryWord.Key? {
    if current == "#", index + 1 < characters.count, !isEnd(index + 1) {
      index += 1
      return .mark
    }
    var end = index
    while end < characters.count, characters[end].isASCII, characters[end].isLetter { end += 1 }
    guard end > index, end < characters.count, characters[end] == ":" else { return nil }
    let name = String(characters[index..<end]).lowercased()
    if let key = QueryKey(rawValue: name) {
      index = end + 1
      return .filter(key)
    }
    // A word such as "Re:" or an address such as "http://…" is not a filter.
    guard end + 1 < characters.count, !isEnd(end + 1), characters[end + 1] != "/" else { return nil }
    index = end + 1
    return .unknown(name)
  }

  private mutating func takeValue() throws(QueryError) -> (String, Bool) {
    var (value, isQuoted, depth) = ("", false, 0)
    while let character = current, !character.isWhitespace {
      switch character {
      case "\"":
        isQuoted = true
        value += try takeQuotation()
      case "\\" where index + 1 < characters.count:
        value.append(characters[index + 1])
        index += 2
      case ")" where depth == 0 && !groups.isEmpty: return (value, isQuoted)
      default:
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        value.append(character)
        index += 1
      }
    }
    return (value, isQuoted)
  }

  private mutating func takeQuotation() throws(QueryError) -> String {
    let start = index
    index += 1
    var text = ""
    while let character = current {
      if character == "\"" {
        index += 1
        return text
      }
      if character == "\\", index + 1 < characters.count { index += 1 }
      text.append(characters[index])
      index += 1
    }
    throw QueryError(message: "The quotation has no end: add a \".", range: start..<characters.count)
  }
}
