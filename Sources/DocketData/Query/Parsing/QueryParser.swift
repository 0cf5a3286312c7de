/// Makes conditions and orders of tokens.
struct QueryParser {
  let reference: DateReference
  private(set) var terms: [QueryTerm] = []
  private(set) var orders: [ItemOrder] = []

  init(_ reference: DateReference) { self.reference = reference }

  /// - Throws: `QueryError` for the first token that makes no sense.
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

  /// An “or” between two terms would be one word more that has to match, so that mostly nothing does.
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
        message: "There is no filter “\(key):”: use one of \(keys), or put a backslash before it.",
        range: token.range)
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
    case .created: try date(.created, token)
    case .updated: try date(.updated, token)
    case .done: try date(.done, token)
    case .sort: preconditionFailure("an order is no condition")
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
      message: "“\(rest)” is no date: try today, fri, +3d, eom, 2026-12-24, \"24 dec\" or none.",
      range: token.valueRange)
  }

  private func order(_ token: QueryToken) throws(QueryError) -> ItemOrder {
    if !token.isNegated, let order = ItemOrder(typed: token.value) { return order }
    let keys = ItemOrder.Key.allCases.map(\.rawValue).joined(separator: ", ")
    throw QueryError(message: "“sort:” takes one of \(keys), with - before it for the reverse.", range: token.range)
  }

  /// A comparison before a value; none means equal.
  private static func comparison(_ value: String) -> (QueryComparison, String) {
    // The longer ones first.
    for comparison in QueryComparison.allCases.sorted(by: { $0.rawValue.count > $1.rawValue.count })
    where value.hasPrefix(comparison.rawValue) {
      return (comparison, String(value.dropFirst(comparison.rawValue.count)))
    }
    return (.equal, value)
  }
}
