import Foundation

/// A parsed query: the same language in the search line, on the command line, and in saved filters.
///
/// Words and quoted phrases are searched in title and notes; `-` before a term excludes. `#tag`, `tag:none`,
/// `list:work`, `list:=work`, `list:none`, `is:open|done|overdue|today|ready|waiting|blocked|recurring`, `prio:high`,
/// `prio:>=medium`, `due:today`, `due:<+7d`, `due:next week`, `due:none`, `due:any`, `start:`, `created:`, `updated:` and `done:`
/// likewise, `after:12`, `extra.NAME:word`, `sort:due`, `sort:-created`. A backslash makes the next character an ordinary one. All terms
/// must match, unless there is an `or` between them, which binds less tightly; parentheses group, and `not` or `-`
/// before one excludes.
public struct ItemQuery: Hashable, Sendable {
  /// The query as it was typed.
  public let text: String
  /// The terms, all of which must match.
  public let terms: [QueryTerm]
  /// The sort orders, the most important first; empty for none.
  public let orders: [ItemOrder]
  /// What the dates are relative to.
  public let reference: DateReference
  private let parts: QueryParser.Parts

  /// Parses a query.
  ///
  /// - Parameter text: the query; an empty one matches everything.
  /// - Throws: `QueryError` for the first mistake.
  public init(_ text: String, _ reference: DateReference = DateReference()) throws(QueryError) {
    let parser = try QueryParser(text, reference)
    self.text = text
    self.reference = reference
    terms = parser.terms
    orders = parser.orders
    parts = parser.parts
  }

  /// The texts to highlight in matching titles and notes.
  public var highlights: [String] { terms.flatMap(\.highlights) }

  /// Whether the query matches everything; `sort:` terms do not count.
  public var isEmpty: Bool { terms.isEmpty }
}

// MARK: - Joining queries

extension ItemQuery {
  /// The query for what both this query and another one match, with the orders of this one first.
  ///
  /// - Throws: `QueryError` for the first mistake of the other one.
  public func and(_ other: String) throws(QueryError) -> ItemQuery {
    let other = try ItemQuery(other, reference)
    // What either means is known already; only a filter that is saved is read once more.
    let terms = terms + other.terms
    var text = text(before: other)
    var parser = try? QueryParser(text, reference)
    if let count = parser?.terms.count, count < terms.count, let date = parts.lastDate {
      // It has taken words of the other query: “due:today” and “noon”.
      text = self.text(before: other, [quoted(date)])
      parser = try? QueryParser(text, reference)
    }
    return ItemQuery(
      text: text, terms: terms, orders: orders + other.orders, reference, parts: parser?.parts ?? QueryParser.Parts())
  }

  private init(
    text: String, terms: [QueryTerm], orders: [ItemOrder], _ reference: DateReference, parts: QueryParser.Parts
  ) {
    (self.text, self.terms, self.orders, self.reference, self.parts) = (text, terms, orders, reference, parts)
  }

  private func text(before other: ItemQuery, _ replacements: [(Range<Int>, String)] = []) -> String {
    [asPart(replacements), other.asPart([])].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The query as it was typed, with another order instead of its own.
  public func text(orderedBy order: ItemOrder) -> String {
    let characters = Array(text)
    let orders = parts.orders.map { range in
      // With a blank before it.
      let start = range.lowerBound > 0 && characters[range.lowerBound - 1].isWhitespace ? 1 : 0
      return (range.lowerBound - start..<range.upperBound, "")
    }
    // Without the order behind it, such a date would take the words behind that.
    let dates = parts.datesBeforeOrders.map(quoted)
    let rest = String(rewritten(orders + dates + quotedWords).drop(while: \.isWhitespace))
    return (rest.isEmpty ? "" : rest + " ") + "sort:\(order.typed)"
  }

  /// The text in a form that means the same between other terms.
  private func asPart(_ replacements: [(Range<Int>, String)]) -> String {
    let text = rewritten(quotedWords + replacements)
    if terms.count == 1, case .any = terms[0].condition, !terms[0].isNegated { return "(\(text))" }
    return text
  }

  /// Words that would be operators between other terms, between quotation marks.
  private var quotedWords: [(Range<Int>, String)] { parts.words.map(quoted) }

  private func quoted(_ range: Range<Int>) -> (Range<Int>, String) { (range, "\"\(String(Array(text)[range]))\"") }

  /// The text with some ranges replaced, and so that other text can follow.
  private func rewritten(_ replacements: [(Range<Int>, String)]) -> String {
    var characters = Array(text)
    for (range, new) in replacements.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
      characters.replaceSubrange(range, with: new)
    }
    // A final backslash would make the next character an ordinary one.
    let backslashes = characters.reversed().prefix { $0 == "\\" }.count
    return String(characters) + (backslashes.isMultiple(of: 2) ? "" : "\\")
  }
}

/// One condition of a query, with its range.
public struct QueryTerm: Hashable, Sendable {
  /// The condition.
  public let condition: QueryCondition
  /// Whether items match that do not meet the condition.
  public let isNegated: Bool
  /// The range in the characters of the query, counted from 0.
  public let range: Range<Int>

  /// Whether other items match as time goes by.
  public var dependsOnTime: Bool {
    switch condition {
    case .state(let state): state.dependsOnTime
    case .date: true
    case .any(let alternatives): alternatives.contains { $0.contains(where: \.dependsOnTime) }
    default: false
    }
  }

  fileprivate var highlights: [String] {
    switch condition {
    case .text(let text) where !isNegated: [text]
    case .any(let alternatives) where !isNegated: alternatives.flatMap { $0.flatMap(\.highlights) }
    default: []
    }
  }
}

/// A condition that an item meets or not.
public enum QueryCondition: Hashable, Sendable {
  /// The title or the notes contain a text; case and accents do not matter.
  case text(String)
  /// The item has the tag with this key.
  case tag(key: String)
  /// The item has any tag, or none.
  case hasTags(Bool)
  /// The item is on the list with this key, or on one below it: `work.api` is below `work`.
  case list(key: String, withSublists: Bool)
  /// The item is on any list, or on none.
  case hasList(Bool)
  case state(QueryState)
  /// The priority compares with another one.
  case priority(QueryComparison, Priority)
  /// A date compares with a span of time.
  case date(QueryDate, QueryComparison, DateSpan)
  /// A date is set, or not.
  case hasDate(QueryDate, Bool)
  /// The item waits for the item with this number, whether that is done or not.
  case isAfter(Int64)
  /// The item waits for any item, or for none, whether they are done or not.
  case hasBlockers(Bool)
  /// A field of another format, by its name, contains a text; case and accents do not matter.
  case extra(String, String)
  /// The item has a field of another format, or not.
  case hasExtra(String, Bool)
  /// The item meets all terms of one of the alternatives.
  case any([[QueryTerm]])
}

/// A state of an item in a query.
public enum QueryState: String, CaseIterable, Hashable, Sendable {
  case open, done
  /// Open, and due before now.
  case overdue
  case today
  /// Open, started, and waiting for no open item.
  case ready
  /// Open, and not started yet.
  case waiting
  /// Open, and waiting for an open item.
  case blocked
  case recurring

  /// Whether items come into the state and leave it as time goes by.
  var dependsOnTime: Bool {
    switch self {
    case .overdue, .today, .ready, .waiting: true
    case .open, .done, .blocked, .recurring: false
    }
  }
}

/// A date of an item in a query.
public enum QueryDate: String, CaseIterable, Hashable, Sendable {
  case due
  /// The start date; a day counts from its first moment on.
  case start
  case created
  /// When the item was changed or marked as current last.
  case updated
  case done
}

/// A comparison in a query.
public enum QueryComparison: String, CaseIterable, Hashable, Sendable {
  /// Equal; for dates: within the span.
  case equal = "="
  /// Less; for dates: before the span.
  case less = "<"
  /// At most; for dates: before or within the span.
  case atMost = "<="
  /// Greater; for dates: after the span.
  case greater = ">"
  /// At least; for dates: within or after the span.
  case atLeast = ">="

  private static let longestFirst = allCases.sorted { $0.rawValue.count > $1.rawValue.count }

  /// The comparison at the beginning of a value, and what follows it.
  static func split(_ value: String) -> (QueryComparison, String) {
    for comparison in longestFirst where value.hasPrefix(comparison.rawValue) {
      return (comparison, String(value.dropFirst(comparison.rawValue.count)))
    }
    return (.equal, value)
  }
}

/// What is wrong with a query, and where.
public struct QueryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong and what to do, as a sentence for people.
  public let message: String
  /// The range in the characters of the query, counted from 0.
  public let range: Range<Int>
  /// What can be added at the end so that this is no mistake any more; nil if nothing can.
  public let missing: String?

  init(message: String, range: Range<Int>, missing: String? = nil) {
    self.message = message
    self.range = range
    self.missing = missing
  }

  /// The message with its position, counted from 1.
  public var description: String { "\(message) (at character \(range.lowerBound + 1))" }
}
