/// Parses a query into terms and sort orders.
struct QueryParser {
  private let reference: DateReference
  private(set) var terms: [QueryTerm] = []
  private(set) var orders: [ItemOrder] = []

  init(_ reference: DateReference) { self.reference = reference }

  /// - Throws: `QueryError` for the first invalid token.
  mutating func parse(_ text: String) throws(QueryError) {
    let tokens = try QueryTokenizer.tokens(of: text)
    try refuseAlternatives(tokens)
    for token in tokens {
      if token.key == QueryKey.sort.rawValue {
        orders.append(try order(token))
      } else if let condition = try condition(token) {
        terms.append(QueryTerm(condition: condition, isNegated: token.isNegated, range: token.range))
      }
    }
  }

  /// Refuses an “or” between two terms, which would be one more word that has to match.
  private func refuseAlternatives(_ tokens: [QueryToken]) throws(QueryError) {
    guard let token = tokens.dropFirst().dropLast().first(where: \.isAlternative) else { return }
    throw QueryError(
      message: "There is no “or” between terms, all of which must match: for the word itself write \"or\".",
      range: token.range)
  }

  private func condition(_ token: QueryToken) throws(QueryError) -> QueryCondition? {
    guard let key = token.key else { return token.value.isEmpty ? nil : .text(token.value) }
    if key == "#" { return .tag(key: try tagKey(token)) }
    guard let known = QueryKey(rawValue: key) else {
      let keys = QueryKey.allCases.map(\.rawValue).joined(separator: ", ")
      throw QueryError(
        message: "There is no filter “\(key):”: use one of \(keys), or put a backslash before it.", range: token.range)
    }
    guard !token.value.isEmpty else { throw QueryError(message: "“\(key):” needs a value.", range: token.range) }
    return try condition(known, token)
  }

  private func condition(_ key: QueryKey, _ token: QueryToken) throws(QueryError) -> QueryCondition {
    switch key {
    case .list: isNone(token) ? .hasList(false) : .list(key: TagName.key(of: token.value))
    case .tag: isNone(token) ? .hasTags(false) : .tag(key: try tagKey(token))
    case .is: .state(try state(token))
    case .prio, .priority: try priority(token)
    case .due: try date(.due, token)
    case .start: try date(.start, token)
    case .after: try blockers(token)
    case .created: try date(.created, token)
    case .updated: try date(.updated, token)
    case .done: try date(.done, token)
    case .sort: preconditionFailure("a sort order is not a condition")
    }
  }

  private func isNone(_ token: QueryToken) -> Bool { !token.isQuoted && token.value.lowercased() == "none" }

  private func tagKey(_ token: QueryToken) throws(QueryError) -> String {
    guard let name = try? TagName(token.value) else {
      throw QueryError(message: "“\(token.value)” can't be a tag.", range: token.range)
    }
    return name.key
  }

  private func state(_ token: QueryToken) throws(QueryError) -> QueryState {
    if let state = QueryState(rawValue: token.value.lowercased()) { return state }
    let states = QueryState.allCases.map(\.rawValue).joined(separator: ", ")
    throw QueryError(message: "“is:” takes one of \(states).", range: token.valueRange)
  }

  private func priority(_ token: QueryToken) throws(QueryError) -> QueryCondition {
    let (comparison, rest) = Self.comparison(token.value)
    if let priority = Priority(name: rest) { return .priority(comparison, priority) }
    let names = Priority.allCases.map(\.name).joined(separator: ", ")
    throw QueryError(
      message: "“prio:” takes one of \(names), with <, <=, > or >= before it.", range: token.valueRange)
  }

  private func date(_ date: QueryDate, _ token: QueryToken) throws(QueryError) -> QueryCondition {
    if isNone(token) { return .hasDate(date, false) }
    if token.value.lowercased() == "any" { return .hasDate(date, true) }
    let (comparison, rest) = Self.comparison(token.value)
    if let span = DatePhrase.span(of: rest, reference) { return .date(date, comparison, span) }
    throw QueryError(
      message: "“\(rest)” isn't a date: try today, fri, +3d, eom, 2026-12-24, \"24 dec\" or none.",
      range: token.valueRange)
  }

  private func blockers(_ token: QueryToken) throws(QueryError) -> QueryCondition {
    switch token.value.lowercased() {
    case "none": return .hasBlockers(false)
    case "any": return .hasBlockers(true)
    case let text:
      if let number = Int64(text), number > 0 { return .isAfter(number) }
      throw QueryError(
        message: "“after:” takes the number of an item, as in after:12, or none, or any.", range: token.valueRange)
    }
  }

  private func order(_ token: QueryToken) throws(QueryError) -> ItemOrder {
    if !token.isNegated, let order = ItemOrder(typed: token.value) { return order }
    let keys = ItemOrder.Key.allCases.map(\.rawValue).joined(separator: ", ")
    throw QueryError(message: "“sort:” takes one of \(keys), with - before it for the reverse.", range: token.range)
  }

  private static func comparison(_ value: String) -> (QueryComparison, String) {
    // The longer ones first.
    for comparison in QueryComparison.allCases.sorted(by: { $0.rawValue.count > $1.rawValue.count })
    where value.hasPrefix(comparison.rawValue) {
      return (comparison, String(value.dropFirst(comparison.rawValue.count)))
    }
    return (.equal, value)
  }
}

private enum QueryKey: String, CaseIterable {
  case list, `is`, prio, priority, due, start, created, updated, done, after, tag, sort
}

/// A token of a query, between white space, with its quotation marks and backslashes removed.
private struct QueryToken {
  let isNegated: Bool
  /// The part before the colon, in lower case; "#" for a tag; nil for a word or a phrase.
  let key: String?
  let value: String
  /// Whether any part of the value was quoted.
  let isQuoted: Bool
  let range: Range<Int>
  let valueRange: Range<Int>

  /// Whether it is a bare “or”; with quotation marks or a backslash it is a word.
  var isAlternative: Bool {
    key == nil && !isNegated && !isQuoted && valueRange.count == value.count && value.lowercased() == "or"
  }
}

private struct QueryTokenizer {
  private let characters: [Character]
  private var index = 0

  init(_ text: String) { characters = Array(text) }

  /// - Throws: `QueryError` for a quotation without an end.
  static func tokens(of text: String) throws(QueryError) -> [QueryToken] {
    var tokenizer = QueryTokenizer(text)
    var tokens: [QueryToken] = []
    while let token = try tokenizer.next() { tokens.append(token) }
    return tokens
  }

  private var current: Character? { index < characters.count ? characters[index] : nil }

  private mutating func next() throws(QueryError) -> QueryToken? {
    while let character = current, character.isWhitespace { index += 1 }
    guard current != nil else { return nil }
    let start = index
    let isNegated = takeDash()
    let key = takeKey()
    let valueStart = index
    let (value, isQuoted) = try takeValue()
    return QueryToken(
      isNegated: isNegated, key: key, value: value, isQuoted: isQuoted, range: start..<index,
      valueRange: valueStart..<index)
  }

  /// Takes a dash before something else; a dash alone is a word.
  private mutating func takeDash() -> Bool {
    guard current == "-", index + 1 < characters.count, !characters[index + 1].isWhitespace else { return false }
    index += 1
    return true
  }

  /// Takes the key before a colon, if it consists of letters and is followed by something that may be a value.
  private mutating func takeKey() -> String? {
    if current == "#", index + 1 < characters.count, !characters[index + 1].isWhitespace {
      index += 1
      return "#"
    }
    var end = index
    while end < characters.count, characters[end].isASCII, characters[end].isLetter { end += 1 }
    guard end > index, end < characters.count, characters[end] == ":" else { return nil }
    let key = String(characters[index..<end]).lowercased()
    // A word such as "Re:" or an address such as "http://…" is not a filter.
    let isWord = end + 1 == characters.count || characters[end + 1].isWhitespace || characters[end + 1] == "/"
    guard QueryKey(rawValue: key) != nil || !isWord else { return nil }
    index = end + 1
    return key
  }

  private mutating func takeValue() throws(QueryError) -> (String, Bool) {
    var (value, isQuoted) = ("", false)
    while let character = current, !character.isWhitespace {
      switch character {
      case "\"":
        isQuoted = true
        value += try takeQuotation()
      case "\\" where index + 1 < characters.count:
        value.append(characters[index + 1])
        index += 2
      default:
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
