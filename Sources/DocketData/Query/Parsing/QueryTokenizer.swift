/// Takes a query apart into tokens.
struct QueryTokenizer {
  private let characters: [Character]
  private var place = 0

  init(_ text: String) { characters = Array(text) }

  /// - Throws: `QueryError` for a quotation without an end.
  static func tokens(of text: String) throws(QueryError) -> [QueryToken] {
    var tokenizer = QueryTokenizer(text)
    var tokens: [QueryToken] = []
    while let token = try tokenizer.next() { tokens.append(token) }
    return tokens
  }

  private var current: Character? { place < characters.count ? characters[place] : nil }

  private mutating func next() throws(QueryError) -> QueryToken? {
    while let character = current, character.isWhitespace { place += 1 }
    guard current != nil else { return nil }
    let start = place
    let isNegated = takeDash()
    let key = takeKey()
    let valueStart = place
    let (value, isQuoted) = try takeValue()
    return QueryToken(
      isNegated: isNegated, key: key, value: value, isQuoted: isQuoted, range: start..<place,
      valueRange: valueStart..<place)
  }

  /// A dash before something; one that stands alone is a word.
  private mutating func takeDash() -> Bool {
    guard current == "-", place + 1 < characters.count, !characters[place + 1].isWhitespace else { return false }
    place += 1
    return true
  }

  /// What is before a colon, if it consists of letters and something follows that may be a value.
  private mutating func takeKey() -> String? {
    if current == "#", place + 1 < characters.count, !characters[place + 1].isWhitespace {
      place += 1
      return "#"
    }
    var end = place
    while end < characters.count, characters[end].isASCII, characters[end].isLetter { end += 1 }
    guard end > place, end < characters.count, characters[end] == ":" else { return nil }
    let key = String(characters[place..<end]).lowercased()
    // A word such as "Re:" or an address such as "http://…" is no filter.
    let isWord = end + 1 == characters.count || characters[end + 1].isWhitespace || characters[end + 1] == "/"
    guard QueryKey(rawValue: key) != nil || !isWord else { return nil }
    place = end + 1
    return key
  }

  private mutating func takeValue() throws(QueryError) -> (String, Bool) {
    var (value, isQuoted) = ("", false)
    while let character = current, !character.isWhitespace {
      switch character {
      case "\"":
        isQuoted = true
        value += try takeQuotation()
      case "\\" where place + 1 < characters.count:
        value.append(characters[place + 1])
        place += 2
      default:
        value.append(character)
        place += 1
      }
    }
    return (value, isQuoted)
  }

  private mutating func takeQuotation() throws(QueryError) -> String {
    let start = place
    place += 1
    var text = ""
    while let character = current {
      if character == "\"" {
        place += 1
        return text
      }
      if character == "\\", place + 1 < characters.count { place += 1 }
      text.append(characters[place])
      place += 1
    }
    throw QueryError(message: "The quotation has no end: add a \".", range: start..<characters.count)
  }
}
