import DocketData
import Foundation
import SwiftData
import Testing

@Suite("Queries with or, not and parentheses")
struct CombinedQueryTests {
  private func query(_ text: String) throws -> ItemQuery { try ItemQuery(text, Berlin.reference) }

  /// The terms in a notation of their own: blanks for “and”, bars for “or”, an exclamation mark for “not”.
  private func shape(_ text: String) throws -> String { Self.shape(try query(text).terms) }

  private static func shape(_ terms: [QueryTerm]) -> String {
    terms.map { term in
      let mark = term.isNegated ? "!" : ""
      return switch term.condition {
      case .text(let text): mark + text
      case .any(let alternatives): mark + "<" + alternatives.map(shape).joined(separator: "|") + ">"
      default: "\(mark)\(term.condition)"
      }
    }.joined(separator: " ")
  }

  @Test(arguments: [
    ("a or b", "<a|b>"), ("a b or c d OR e", "<a b|c d|e>"), ("(a or b) c", "<a|b> c"), ("a (b or c)", "a <b|c>"),
    ("(a b) c", "a b c"), ("((a))", "a"), ("(a)(b)", "a b"), ("a(b) (c)", "a(b) c"),
    ("f(x) :) a) (g(y) z)", "f(x) :) a) g(y) z"),
    ("not a", "!a"), ("not -a", "a"), ("not not a b", "a b"), ("not (a b)", "!<a b>"), ("-(a or b)", "!<a|b>"),
    ("not -(a b)", "a b"), ("-(a)", "!a"), ("-(-a)", "a"), ("a or not b", "<a|!b>"),
    ("(a or (b or c)) d", "<a|<b|c>> d"),
    ("not a or b", "<!a|b>"), ("(a\"b)c\" or d)", "<ab)c|d>"), ("(-) -", "- -"), ("(a -)", "a -"),
    ("a sort:due or b", "<a|b>"), ("\"(a\" \\(b", "(a (b"), ("a\\)", "a)"),
    // What can be nothing else is a word.
    ("or", "or"), ("or a", "or a"), ("a or", "a or"), ("a or b or", "<a|b or>"), ("a not", "a not"), ("not", "not"),
    ("\"or\" a \"not\" b", "or a not b"), ("a \\or b \\not c", "a or b not c"), ("a -or b -not c", "a !or b !not c"),
    ("nota orb (norm)", "nota orb norm"), ("\"\" a", "a"),
  ])
  func bindAsInOtherLanguages(_ text: String, _ terms: String) throws {
    #expect(try shape(text) == terms)
  }

  @Test(arguments: [
    ("a or or b", 5..<7, "term on both sides"), ("a or sort:due", 2..<4, "term on both sides"),
    ("sort:due or a", 9..<11, "term on both sides"), ("a or \"\"", 2..<4, "term on both sides"),
    ("(or a)", 1..<3, "term on both sides"), ("(a or)", 3..<5, "term on both sides"),
    ("a not or b", 2..<5, "term after it"), ("(a not)", 3..<6, "term after it"), ("a (b", 2..<3, "add a “)”"),
    ("(a (b)", 0..<1, "add a “)”"), ("-(a", 1..<2, "add a “)”"), ("a )", 2..<3, "no “(”"), ("(a))", 3..<4, "no “(”"),
    ("()", 0..<2, "nothing to find"), ("a -( sort:due )", 2..<15, "nothing to find"), ("not sort:due", 4..<12, "sort"),
    ("(a or is:gone)", 9..<13, "open, done"), ("list:=", 0..<6, "name of a list"), ("(due:)", 1..<5, "needs a value"),
  ])
  func errorsSayWhatIsExpected(_ text: String, _ range: Range<Int>, _ part: String) throws {
    let error = #expect(throws: QueryError.self) { try query(text) }
    #expect(error?.range == range && error?.message.contains(part) == true, "\(String(describing: error))")
  }

  @Test(arguments: ["(", "-(", "not (", "(a or ", ")", "not ", "(a) ", "a or ", "\"", "-", "a "])
  func hostileTextsAreOneClearError(_ piece: String) throws {
    let text = String(repeating: piece, count: 100_000)
    // A dash alone, and a quotation of quotations, are words.
    guard piece != "-", piece != "\"" else { return _ = try query(text) }
    let error = #expect(throws: QueryError.self) { try query(text) }
    #expect(error.map { $0.message.count < 120 } == true)
  }

  @Test func theLargestQueriesAreAnswered() async throws {
    let handler = try await World().handler()
    try await handler.newItems([NewItem(title: "word 1 2 3"), NewItem(title: "other")])
    let words = (1...900).map { "\($0)" }
    #expect(try await handler.items(matching: query(words.joined(separator: " or "))).map(\.title) == ["word 1 2 3"])
    #expect(try await handler.items(matching: query("-" + words.joined(separator: " -"))).map(\.title) == ["other"])
    let depth = 6
    let head = (0..<depth).map { _ in "-(word -list:x prio:none or list:none -#x " }.joined()
    let deep = head + "other" + String(repeating: ")", count: depth)
    #expect(try await handler.items(matching: query(deep)).map(\.title) == ["other"])
    #expect(throws: QueryError.self) { try query("(" + deep + ")") }
  }

  // MARK: - Joining

  @Test(arguments: [
    ("a", "b", "a b"), ("a or b", "c", "<a|b> c"), ("a", "b or c", "a <b|c>"), ("a or", "b", "a or b"),
    ("a", "or b", "a or b"), ("not", "b", "not b"), ("a\\", "b", "a\\ b"), ("a\\ ", "b", "a  b"),
    ("-(a or b)", "c", "!<a|b> c"),
    ("or", "or", "or or"), ("a sort:due or b", "c sort:title", "<a|b> c"),
  ])
  func areBothMet(_ first: String, _ second: String, _ terms: String) throws {
    let both = try query(first).and(second)
    #expect(Self.shape(both.terms) == terms)
    #expect(try Self.shape(query(both.text).terms) == terms)
    #expect(both.orders == (try query(first).orders) + (try query(second).orders))
  }

  @Test(arguments: [
    ("", "sort:title"), ("a", "a sort:title"), ("a sort:due b", "a b sort:title"), ("sort:due", "sort:title"),
    ("a or", "a \"or\" sort:title"), ("a sort:due or b", "a or b sort:title"), ("(a sort:-due)", "(a) sort:title"),
    ("a\\", "a\\\\ sort:title"), ("not", "\"not\" sort:title"), ("sort:due a", "a sort:title"),
  ])
  func areOrderedOtherwise(_ text: String, _ ordered: String) throws {
    #expect(try query(text).text(orderedBy: ItemOrder(.title, isAscending: true)) == ordered)
    #expect(try shape(ordered) == shape(text))
  }

  @Test func highlightWhatIsFound() throws {
    #expect(try query("a (b or -c) -(d or e) -(-f) not g").highlights == ["a", "b", "f"])
  }

  @Test func dependOnTimeIfAnyPartDoes() throws {
    #expect(try query("a or (b is:ready)").terms.contains(where: \.dependsOnTime))
    #expect(try !query("a or (b is:blocked)").terms.contains(where: \.dependsOnTime))
  }

  // MARK: - Lists and the lists below them

  @Test(arguments: [
    ("list:work", ["Work", "work.API", "work.api.v2"]), ("list:WORK.api", ["work.API", "work.api.v2"]),
    ("list:=work", ["Work"]), ("list:=\"work.api\"", ["work.API"]), ("list:\"=work\"", ["=work"]),
    ("list:\\=work", ["=work"]), ("list:works", ["works"]), ("list:work.", []), ("list:none", []), ("list:wor", []),
  ])
  func haveTheListsBelow(_ text: String, _ lists: [String]) async throws {
    let handler = try await World().handler()
    let all = ["Work", "work.API", "work.api.v2", "works", "=work", "other"]
    try await handler.newItems(all.map { NewItem(title: $0, list: $0) })
    #expect(Set(try await handler.items(matching: query(text)).compactMap(\.list)) == Set(lists))
  }

  // MARK: - Against another reading

  /// A query of words without the new marks is what its words are one by one, as it was before there were any.
  @Test(arguments: 1...4) func flatQueriesMeanWhatTheyMeant(_ seed: UInt64) throws {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let words = [
      "milk", "-milk", "#home", "-#home", "is:open", "-is:done", "prio:>=low", "due:<+7d", "\"a b\"", "-\"a (b\"", "a)",
      ":)", "f(x)", "Re:", "http://x", "12:30:x", "\\#1", "\"or\"", "\"not\"", "-or", "\\or", "list:\"my list\"", "-",
      "#", "C#", "a\\ b",
    ]
    for _ in 0..<500 {
      let words = (0..<Int.random(in: 0..<7, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
      let whole = try query(words.joined(separator: " ")).terms
      let parts = try words.flatMap { try query($0).terms }
      #expect(whole.map(\.condition) == parts.map(\.condition), "\(words)")
      #expect(whole.map(\.isNegated) == parts.map(\.isNegated), "\(words)")
    }
  }

  @Test(arguments: 1...4) func answerLikeTheirTreeInMemory(_ seed: UInt64) async throws {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let handler = try await World().handler()
    try await handler.newItems(
      (0..<120).map { _ in
        NewItem(
          title: ["milk", "bread", "milk and bread", "tea"].randomElement(using: &random) ?? "",
          completedAt: Bool.random(using: &random) ? Moment.base : nil,
          priority: Priority.allCases.randomElement(using: &random) ?? .none,
          tags: ["home", "work"].filter { _ in Bool.random(using: &random) },
          list: [nil, "a", "a.b"].randomElement(using: &random) ?? nil)
      })
    let all = try await handler.items()
    var matches = 0
    for _ in 0..<120 {
      let tree = QueryTree(&random, depth: 4)
      let text = tree.text(&random)
      let found = try await handler.items(matching: query(text)).map(\.number)
      #expect(Set(found) == Set(try all.filter(tree.matches).map(\.number)), "\(text)")
      #expect(try await handler.itemCount(matching: query(text)) == found.count, "\(text)")
      matches += found.count
    }
    #expect(matches > 1_000)
  }
}

/// A query as a tree, whose leaves are terms.
private indirect enum QueryTree {
  case term(String)
  case all([QueryTree])
  case any([QueryTree])
  case not(QueryTree)

  private static let terms = [
    "milk", "bread", "-milk", "#home", "tag:none", "is:open", "is:done", "prio:>=medium", "list:a", "list:=a",
    "list:none", "-list:a.b", "\"milk and\"",
  ]

  init(_ random: inout SeededGenerator, depth: Int) {
    func parts(_ random: inout SeededGenerator) -> [QueryTree] {
      (0..<Int.random(in: 1...3, using: &random)).map { _ in QueryTree(&random, depth: depth - 1) }
    }
    switch depth > 0 ? Int.random(in: 0..<5, using: &random) : 0 {
    case 0, 1: self = .term(Self.terms.randomElement(using: &random) ?? "")
    case 2: self = .all(parts(&random))
    case 3: self = .any(parts(&random))
    default: self = .not(QueryTree(&random, depth: depth - 1))
    }
  }

  func matches(_ item: ItemValues) throws -> Bool {
    switch self {
    case .term(let text): NaiveQuery(query: try ItemQuery(text, Berlin.reference), open: []).matches(item)
    case .all(let parts): try parts.allSatisfy { try $0.matches(item) }
    case .any(let parts): try parts.contains { try $0.matches(item) }
    case .not(let part): try !part.matches(item)
    }
  }

  /// Whether its text has an “or” outside of parentheses.
  private var hasBareOr: Bool {
    if case .any(let parts) = self { parts.count > 1 || parts[0].hasBareOr } else { false }
  }

  /// The query as one of the ways to write it, with parentheses where it needs them, and sometimes where not.
  func text(_ random: inout SeededGenerator) -> String {
    switch self {
    case .term(let text): return text
    case .all(let parts):
      return parts.map { part in
        let text = part.text(&random)
        return part.hasBareOr || Int.random(in: 0..<4, using: &random) == 0 ? "(\(text))" : text
      }.joined(separator: " ")
    case .any(let parts):
      return parts.map { $0.text(&random) }.joined(separator: Bool.random(using: &random) ? " or " : " OR ")
    case .not(let part):
      let text = part.text(&random)
      if case .term = part { return "not " + text }
      return ["-(", "not (", "not -(not "].randomElement(using: &random) == "-(" ? "-(\(text))" : "not ( \(text) )"
    }
  }
}
