import Foundation

/// Parses a query into terms and sort orders.
///
/// ```
/// alternatives = terms { "or" terms }
/// terms        = term { term }
/// term         = { "not" } ( word | [ "-" ] "(" alternatives ")" )
/// ```
///
/// What people type as words stays a word where it can be nothing else: “or” at either end of the query, “not” at its end.
struct QueryParser {
  private let tokens: [QueryToken]
  private let conditions: ConditionParser
  private var index = 0
  /// The terms, all of which must match.
  private(set) var terms: [QueryTerm] = []
  private(set) var orders: [ItemOrder] = []
  private(set) var parts = Parts()

  /// Where in the text are parts that can't be as they are in another query.
  struct Parts: Hashable, Sendable {
    fileprivate(set) var orders: [Range<Int>] = []
    /// An “or” or a “not” that is a word.
    fileprivate(set) var words: [Range<Int>] = []
    /// Dates that would take a word behind the order that follows them.
    fileprivate(set) var datesBeforeOrders: [Range<Int>] = []
    /// A date at the end, which would take words that follow.
    fileprivate(set) var lastDate: Range<Int>?
  }

  /// - Throws: `QueryError` for the first mistake.
  init(_ text: String, _ reference: DateReference) throws(QueryError) {
    conditions = ConditionParser(reference: reference)
    tokens = try QueryTokenizer.tokens(of: text)
    terms = Self.terms(try alternatives(isGroup: false), range: 0..<text.count)
  }

  /// Terms that match where one of the alternatives does.
  private static func terms(_ alternatives: [[QueryTerm]], range: Range<Int>) -> [QueryTerm] {
    guard alternatives.count > 1 else { return alternatives[0] }
    return [QueryTerm(condition: .any(alternatives), isNegated: false, range: range)]
  }

  // MARK: - Grammar

  /// Takes all up to the end of the query or of the group.
  private mutating func alternatives(isGroup: Bool) throws(QueryError) -> [[QueryTerm]] {
    let start = index
    var alternatives: [[QueryTerm]] = [[]]
    var last: QueryToken?
    while index < tokens.count {
      let token = tokens[index]
      if case .close = token { break }
      if isOr(index, after: start, isGroup: isGroup) {
        guard alternatives.last?.isEmpty == false else { throw Self.lonelyOr(token) }
        alternatives.append([])
        last = token
        index += 1
      } else {
        alternatives[alternatives.count - 1] += try term(after: start, isGroup: isGroup)
      }
    }
    if let last, alternatives.last?.isEmpty == true { throw Self.lonelyOr(last) }
    return alternatives
  }

  private static func lonelyOr(_ token: QueryToken) -> QueryError {
    QueryError(
      message: "“or” needs a term on both sides: for the word itself write \"or\".", range: token.range)
  }

  /// Whether the token is an “or” between two terms.
  private func isOr(_ index: Int, after start: Int, isGroup: Bool) -> Bool {
    guard case .word(let word) = tokens[index], word.isBare("or") else { return false }
    return isGroup || index > start && index + 1 < tokens.count
  }

  /// Takes one term, with the “not” before it; a sort order is none.
  private mutating func term(after start: Int, isGroup: Bool) throws(QueryError) -> [QueryTerm] {
    let first = tokens[index].range.lowerBound
    var isNegated = false
    while case .word(let word) = tokens[index], word.isBare("not"), index + 1 < tokens.count {
      let isFollowed =
        if case .close = tokens[index + 1] { false } else { !isOr(index + 1, after: start, isGroup: isGroup) }
      guard isFollowed else {
        throw QueryError(
          message: "“not” needs a term after it: for the word itself write \"not\".", range: word.range)
      }
      isNegated.toggle()
      index += 1
    }
    let token = tokens[index]
    index += 1
    switch token {
    case .open(let hasDash, let range): return try group(isNegated != hasDash, first, range)
    case .word(let word): return try self.word(word, isNegated, first)
    case .close: preconditionFailure("a group ends before its closing parenthesis")
    }
  }

  /// Takes the rest of a group and its closing parenthesis.
  private mutating func group(
    _ isNegated: Bool, _ first: Int, _ open: Range<Int>
  ) throws(QueryError) -> [QueryTerm] {
    let alternatives = try alternatives(isGroup: true)
    // The tokenizer has refused a group without an end.
    let range = first..<tokens[index].range.upperBound
    index += 1
    guard !alternatives[0].isEmpty else {
      throw QueryError(
        message: "There is nothing to find between the parentheses: write a term there.",
        range: open.lowerBound..<range.upperBound)
    }
    if !isNegated { return Self.terms(alternatives, range: range) }
    if alternatives.count == 1, alternatives[0].count == 1 { return [alternatives[0][0].negated(range)] }
    return [QueryTerm(condition: .any(alternatives), isNegated: true, range: range)]
  }

  private mutating func word(
    _ typed: QueryWord, _ isNegated: Bool, _ first: Int
  ) throws(QueryError) -> [QueryTerm] {
    let word = takeDateWords(typed)
    if word.key == .filter(.sort) {
      orders.append(try conditions.order(word, isNegated: isNegated || word.isNegated))
      parts.orders.append(word.range)
      return []
    }
    if word.isBare("or") || word.isBare("not") { parts.words.append(word.range) }
    guard let condition = try conditions.condition(word) else { return [] }
    return [
      QueryTerm(
        condition: condition, isNegated: word.isNegated != isNegated, range: first..<word.range.upperBound)
    ]
  }

  /// Takes the words behind a term that belong to its date: the `week` of `due:next week`.
  private mutating func takeDateWords(_ word: QueryWord) -> QueryWord {
    guard word.hasOpenDate else { return word }
    let following = tokens[index...].lazy.map(\.word).prefix { $0?.canBelongToDate == true }
      .prefix(DateForm.maxWords - 1).compactMap(\.self)
    let taken = word.withWholeDate(Array(following), conditions.reference)
    index += taken?.count ?? 0
    let whole = taken?.word ?? word
    guard let date = whole.dateRange(conditions.reference) else { return whole }
    let rest = tokens[index...].drop { $0.word?.key == .filter(.sort) }
    if index == tokens.count {
      parts.lastDate = date
    } else if rest.startIndex > index, rest.first?.word?.canBelongToDate == true {
      parts.datesBeforeOrders.append(date)
    }
    return whole
  }
}

extension QueryTerm {
  fileprivate func negated(_ range: Range<Int>) -> QueryTerm {
    QueryTerm(condition: condition, isNegated: !isNegated, range: range)
  }
}

/// Parses single terms.
private struct ConditionParser {
  let reference: DateReference

  /// - Returns: nil for an empty phrase, which says nothing.
  func condition(_ word: QueryWord) throws(QueryError) -> QueryCondition? {
    switch word.key {
    case nil: return word.value.isEmpty ? nil : .text(word.value)
    case .mark: return .tag(key: try tagKey(word))
    case .extra(let name): return try extra(name, word)
    case .unknown("extra"):
      throw QueryError(
        message: "“extra:” needs the name of a field, as in extra.estimate: or extra.LOCATION:home.", range: word.range)
    case .unknown(let name):
      throw QueryError(message: "There is no term “\(name):”: \(Self.advice(name, word.value)).", range: word.range)
    case .filter(let key):
      guard !word.value.isEmpty else {
        throw QueryError(message: "“\(key.rawValue):” needs a value.", range: word.range)
      }
      return try condition(key, word)
    }
  }

  /// What Taskwarrior's names of fields are here.
  private static let foreignKeys = [
    "project": "list:", "priority": "prio:", "pri": "prio:", "tag": "#", "tags": "#", "wait": "start:",
    "scheduled": "start:", "entry": "created:", "modified": "updated:", "end": "done:", "depends": "after:",
  ]

  /// What to write instead of a key that does not exist.
  private static func advice(_ name: String, _ value: String) -> String {
    if let key = foreignKeys[name.lowercased()] { return "write \(key)\(value)" }
    let keys = QueryKey.allCases.map(\.rawValue).joined(separator: ", ")
    return "use one of \(keys), extra.NAME, or put a backslash before it"
  }

  private func condition(_ key: QueryKey, _ word: QueryWord) throws(QueryError) -> QueryCondition {
    switch key {
    case .list: try list(word)
    case .tag: word.isNone ? .hasTags(false) : .tag(key: try tagKey(word))
    case .is: .state(try state(word))
    case .prio, .priority: try priority(word)
    case .due: try date(.due, word)
    case .start: try date(.start, word)
    case .created: try date(.created, word)
    case .updated: try date(.updated, word)
    case .done: try date(.done, word)
    case .after: try blockers(word)
    case .sort: preconditionFailure("a sort order is not a condition")
    }
  }

  /// A list with those below it, or after an equals sign the list alone.
  private func list(_ word: QueryWord) throws(QueryError) -> QueryCondition {
    if word.isNone { return .hasList(false) }
    let isExact = word.isExact
    let name = isExact ? String(word.value.dropFirst()) : word.value
    guard !name.isEmpty else {
      throw QueryError(message: "“list:=” needs the name of a list.", range: word.range)
    }
    return .list(key: TagName.key(of: name), withSublists: !isExact)
  }

  private func tagKey(_ word: QueryWord) throws(QueryError) -> String {
    guard let name = try? TagName(word.value) else {
      throw QueryError(message: "“\(word.value)” can't be a tag\(Self.remedy(ofTags: word.value)).", range: word.range)
    }
    return name.key
  }

  /// What to write instead of several tags with commas between them; empty for another text.
  private static func remedy(ofTags text: String) -> String {
    let names = text.split(separator: ",").map { try? TagName(String($0)) }
    guard names.count > 1, names.count <= 3, !names.contains(nil) else { return "" }
    let terms = names.compactMap { $0.map { "#\($0.text)" } }
    let all = terms.count > 2 ? "all" : "both"
    return ": write \(terms.joined(separator: " ")) for \(all), \(terms.joined(separator: " or ")) for any"
  }

  private func state(_ word: QueryWord) throws(QueryError) -> QueryState {
    if let state = QueryState(rawValue: word.value.lowercased()) { return state }
    let states = QueryState.allCases.map(\.rawValue).joined(separator: ", ")
    throw QueryError(message: "“is:” takes one of \(states).", range: word.valueRange)
  }

  private func priority(_ word: QueryWord) throws(QueryError) -> QueryCondition {
    let (comparison, rest) = QueryComparison.split(word.value)
    if let priority = Priority(name: rest) { return .priority(comparison, priority) }
    let names = Priority.allCases.map(\.name).joined(separator: ", ")
    throw QueryError(
      message: "“prio:” takes one of \(names), with <, <=, > or >= before it.", range: word.valueRange)
  }

  private func date(_ date: QueryDate, _ word: QueryWord) throws(QueryError) -> QueryCondition {
    if word.isNone { return .hasDate(date, false) }
    if word.value.lowercased() == "any" { return .hasDate(date, true) }
    let (comparison, rest) = QueryComparison.split(word.value)
    if let span = DatePhrase.span(of: rest, reference) { return .date(date, comparison, span) }
    throw QueryError(
      message: "“\(rest)” isn't a date: try \(DateForm.hints(quote: "")) or none.",
      range: word.valueRange)
  }

  private func blockers(_ word: QueryWord) throws(QueryError) -> QueryCondition {
    switch word.value.lowercased() {
    case "none": return .hasBlockers(false)
    case "any": return .hasBlockers(true)
    case let text:
      if let number = Int64(text), number > 0 { return .isAfter(number) }
      throw QueryError(
        message: "“after:” takes the number of an item, as in after:12, or none, or any.", range: word.valueRange)
    }
  }

  /// A field of another format: with any value, with none, or with one that contains a text.
  private func extra(_ name: String, _ word: QueryWord) throws(QueryError) -> QueryCondition {
    let name = name.trimmingCharacters(in: .whitespaces)
    guard !name.isEmpty else {
      throw QueryError(
        message: "“extra.” needs the name of a field, as in extra.estimate: or extra.LOCATION:home.", range: word.range)
    }
    if word.isNone { return .hasExtra(name, false) }
    if word.value.isEmpty || !word.isQuoted && word.value.lowercased() == "any" { return .hasExtra(name, true) }
    return .extra(name, word.value)
  }

  func order(_ word: QueryWord, isNegated: Bool) throws(QueryError) -> ItemOrder {
    if !isNegated, let order = ItemOrder(typed: word.value) { return order }
    let keys = ItemOrder.Key.allCases.map(\.rawValue).joined(separator: ", ")
    throw QueryError(message: "“sort:” takes one of \(keys), with - before it for the reverse.", range: word.range)
  }
}
