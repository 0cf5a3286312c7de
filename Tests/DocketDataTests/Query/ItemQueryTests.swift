import DocketData
import Foundation
import Testing

@Suite("The query language")
struct ItemQueryTests {
  private func conditions(_ text: String) throws -> [QueryCondition] {
    try ItemQuery(text, Berlin.reference).terms.map(\.condition)
  }

  @Test func wordsAndPhrases() throws {
    #expect(try conditions("  buy  milk ") == [.text("buy"), .text("milk")])
    #expect(try conditions(#""a phrase" x"#) == [.text("a phrase"), .text("x")])
    #expect(try conditions(#""with \" in it""#) == [.text("with \" in it")])
    #expect(try conditions("- a-b -") == [.text("-"), .text("a-b"), .text("-")])
    #expect(try conditions("") == [] && conditions(#""""#) == [])
    #expect(try conditions(##"\#tag \-x \due:x a\ b"##) == [.text("#tag"), .text("-x"), .text("due:x"), .text("a b")])
    #expect(try conditions("Re: http://x 12:30 C# #") == ["Re:", "http://x", "12:30", "C#", "#"].map { .text($0) })
  }

  @Test func negation() throws {
    let query = try ItemQuery("-milk -#home -is:done -\"a b\"", Berlin.reference)
    #expect(query.terms.map(\.isNegated) == [true, true, true, true])
    #expect(query.terms.map(\.condition) == [.text("milk"), .tag(key: "home"), .state(.done), .text("a b")])
    #expect(query.highlights == [])
  }

  @Test func tagsListsStatesAndPriorities() throws {
    #expect(try conditions("#Home tag:x tag:none") == [.tag(key: "home"), .tag(key: "x"), .hasTags(false)])
    #expect(
      try conditions("list:Work list:\"My list\" list:none list:\"none\"")
        == [
          .list(key: "work", withSublists: true), .list(key: "my list", withSublists: true), .hasList(false),
          .list(key: "none", withSublists: true),
        ])
    #expect(
      try conditions("list:=Work list:=\"My list\" list:=none")
        == ["work", "my list", "none"].map { .list(key: $0, withSublists: false) })
    #expect(try conditions("IS:OPEN is:today") == [.state(.open), .state(.today)])
    #expect(
      try conditions("prio:high prio:>=med priority:<h")
        == [.priority(.equal, .high), .priority(.atLeast, .medium), .priority(.less, .high)])
  }

  @Test func dates() throws {
    let today = try #require(DatePhrase.span(of: "today", Berlin.reference))
    let christmas = try #require(DatePhrase.span(of: "24 dec", Berlin.reference))
    #expect(
      try conditions("due:today due:<=today created:>today due:none done:any")
        == [
          .date(.due, .equal, today), .date(.due, .atMost, today), .date(.created, .greater, today),
          .hasDate(.due, false), .hasDate(.done, true),
        ])
    #expect(try conditions("due:\"24 dec\"") == [.date(.due, .equal, christmas)])
    #expect(try conditions("due:<\"24 dec\"") == [.date(.due, .less, christmas)])
  }

  @Test func startsAndBlockers() throws {
    let today = try #require(DatePhrase.span(of: "today", Berlin.reference))
    #expect(
      try conditions("is:ready is:Blocked is:waiting start:<=today start:none after:12 after:any -after:none")
        == [
          .state(.ready), .state(.blocked), .state(.waiting), .date(.start, .atMost, today), .hasDate(.start, false),
          .isAfter(12), .hasBlockers(true), .hasBlockers(false),
        ])
  }

  @Test func orders() throws {
    let query = try ItemQuery("x sort:due sort:-created", Berlin.reference)
    #expect(query.orders == [ItemOrder(.due, isAscending: true), ItemOrder(.created, isAscending: false)])
    #expect(query.highlights == ["x"])
    #expect(try ItemQuery("sort:-prio", Berlin.reference).orders == [ItemOrder(.priority, isAscending: false)])
    #expect(ItemOrder(typed: "-timestamp")?.typed == "-updated")
  }

  @Test(arguments: [
    ("milk \"no end", 5..<12, "has no end"), ("a pri:high", 2..<10, "write prio:high"),
    ("size:3", 0..<6, "no term “size:”"), ("project:Home", 0..<12, "write list:Home"),
    ("due:", 0..<4, "needs a value"),
    ("x is:gone", 5..<9, "open, done"), ("prio:>urgent", 5..<12, "low, medium"), ("due:soon", 4..<8, "isn't a date"),
    ("a sort:size", 2..<11, "updated, created"), ("-sort:due", 0..<9, "sort"),
    ("#a,b", 0..<4, "can't be a tag: write #a #b for both"),
    ("👩‍🚀 due:x", 6..<7, "isn't a date"), ("is:open -due:<", 13..<14, "isn't a date"),
  ])
  func errorsSayWhere(_ text: String, _ range: Range<Int>, _ part: String) throws {
    let error = #expect(throws: QueryError.self) { try ItemQuery(text, Berlin.reference) }
    #expect(error?.range == range)
    #expect(error?.message.contains(part) == true)
    #expect(error?.description.hasSuffix("(at character \(range.lowerBound + 1))") == true)
  }

  @Test(arguments: [#"this "or" that"#, #"this \or that"#, "or", "milk or", "or milk", "this -or that", "orb for a"])
  func orIsAWordWhereItCanBeNothingElse(_ text: String) throws {
    #expect(try conditions(text).allSatisfy { if case .text = $0 { true } else { false } })
  }

  @Test(arguments: 0..<4) func anyTextIsAQueryOrAnError(_ seed: UInt64) {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "\"", "\\", "-", "#", ":", " ", "due:", "<", "is:", "x", "é", "👩‍🚀", "list:", "+3d",
      "sort:", "none", "\n", "\u{0}", "(", ")", "or", "not",
    ]
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0..<12, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      do throws(QueryError) {
        for term in try ItemQuery(text, Berlin.reference).terms { #expect(term.range.upperBound <= text.count) }
      } catch {
        #expect(error.range.lowerBound >= 0 && error.range.upperBound <= text.count)
      }
    }
  }
}

@Suite("Queries of lists and tags")
struct NamedQueryTests {
  @Test(arguments: ["none", "#x", "a\"b", "a\\b", "\"", "-x", "x:y", "日本", "any", "\\"])
  func findWhatHasTheName(_ name: String) async throws {
    let handler = try await World().handler()
    try await handler.newItems([
      NewItem(title: "tagged", tags: ["#" + name]), NewItem(title: "listed", list: name),
      NewItem(title: "other", tags: ["other"], list: "other"), NewItem(title: "bare"),
    ])
    let found = try await [NamedQuery.tag(name), .list(name)].asyncTitles(handler)
    #expect(found == [["tagged"], ["listed"]])
  }

  @Test func findListsWithBlanksInTheirNames() async throws {
    let handler = try await World().handler()
    try await handler.newItems([NewItem(title: "a", list: "my  \"list\" x"), NewItem(title: "b", list: "my")])
    #expect(try await [NamedQuery.list("my  \"list\" x")].asyncTitles(handler) == [["a"]])
  }
}

@Suite("Queries of far dates")
struct FarDateQueryTests {
  /// What is never due is stored as due in the year 4001.
  @Test(arguments: [
    ("due:>2026-01-01", ["before", "late", "never"]), ("due:>=4002-01-01", ["late", "never"]),
    ("due:>9999-01-01", ["never"]), ("-due:<4000-01-01", ["before", "bare", "late", "never"]),
    ("due:<=5000-01-01", ["before", "late"]), ("due:4002-01-01", ["late"]), ("due:none", ["bare"]),
  ])
  func findWhatIsDueThen(_ query: String, _ titles: [String]) async throws {
    let handler = try await World().handler()
    let due = [("before", "4000-12-30"), ("late", "4002-01-01"), ("never", "9999-12-31")]
    try await handler.newItems(
      due.map { NewItem(title: $0, dueAt: CalendarDay($1)?.end(in: .current)) } + [NewItem(title: "bare")])
    let found = try await handler.items(matching: ItemQuery(query)).map(\.title)
    #expect(found.sorted() == titles.sorted())
  }
}

extension [NamedQuery] {
  fileprivate func asyncTitles(_ handler: DataHandler) async throws -> [[String]] {
    var titles: [[String]] = []
    for filter in self { titles.append(try await handler.items(matching: ItemQuery(filter.query)).map(\.title)) }
    return titles
  }
}
