import DocketData
import Foundation
import Testing

@Suite("Dates of several words in a query")
struct QueryDateWordsTests {
  private func query(_ text: String) throws -> ItemQuery { try ItemQuery(text, Berlin.reference) }

  private func conditions(_ text: String) throws -> [QueryCondition] { try query(text).terms.map(\.condition) }

  private func date(_ comparison: QueryComparison, _ phrase: String) throws -> QueryCondition {
    .date(.due, comparison, try #require(DatePhrase.span(of: phrase, Berlin.reference)))
  }

  @Test(arguments: [
    ("due:next week", QueryComparison.equal, "next week"), ("due:24. dec", .equal, "24 dec"),
    ("due:<the 24th of dec 2027 at 5:30 pm", .less, "24 dec 2027 17:30"),
    ("due:>=Tomorrow Morning", .atLeast, "tomorrow 9:00"),
    ("due:fri 17:00", .equal, "fri 17:00"), ("due:<=in 3 days", .atMost, "+3d"), ("due:fri", .equal, "fri"),
  ])
  func needNoQuotationMarks(_ text: String, _ comparison: QueryComparison, _ phrase: String) throws {
    #expect(try conditions(text) == [date(comparison, phrase)])
    #expect(try query(text).terms[0].range == 0..<text.count)
    #expect(try conditions("milk \(text) #home") == [.text("milk"), date(comparison, phrase), .tag(key: "home")])
    #expect(try conditions("(\(text) milk) or x").count == 1)
  }

  @Test(arguments: [
    ("due:today milk", "today", ["milk"]), ("due:fri 9", "fri", ["9"]),
    ("due:\"tomorrow\" morning", "tomorrow", ["morning"]),
    ("due:tomorrow \"morning\"", "tomorrow", ["morning"]), ("due:tomorrow mor\\ning", "tomorrow", ["morning"]),
    ("due:5pm fri", "5pm", ["fri"]), ("due:tomorrow morning tea", "tomorrow 9:00", ["tea"]),
  ])
  func leaveTheOtherWords(_ text: String, _ phrase: String, _ words: [String]) throws {
    #expect(try conditions(text) == [date(.equal, phrase)] + words.map { .text($0) })
  }

  @Test(arguments: [
    ("due:fri or mon", "“mon” is looked for as a word; write due:mon"),
    ("is:open (created:>next week or yesterday)", "“yesterday” is looked for as a word; write created:>yesterday"),
    (
      "due:fri or mon or tue",
      "“mon” is looked for as a word; write due:mon|“tue” is looked for as a word; write due:tue"
    ),
    ("due:fri or today", "“today” is looked for as a word; write due:today"),
    ("due:fri milk or mon", "“mon” is looked for as a word; write due:mon"),
    ("due:fri or due:mon", nil), ("due:fri or milk", nil), ("milk or mon", nil), ("due:fri or milk or sun", nil),
    ("-due:fri or mon", nil), ("due:fri or -mon", nil),
  ])
  func aDateAloneBehindOrIsDoubtful(_ text: String, _ doubts: String?) async throws {
    let expected = doubts?.components(separatedBy: "|") ?? []
    #expect(try query(text).doubtsOfDates == expected)
    // It is said where nothing is found, too.
    #expect(try await World().handler().doubts(about: query(text)) == expected)
  }

  @Test func findAllDaysOfAPeriod() async throws {
    let handler = try await World().handler()
    let days = ["sun", "next mon", "next wed", "next sun", "next week 9:00", "1.12."]
    for day in days {
      let due = try #require(DatePhrase.span(of: day, Berlin.reference)).due
      try await handler.newItem(NewItem(title: day, dueAt: due))
    }
    for (text, count) in [
      ("due:next week", 4), ("due:this week", 1), ("due:<next week", 1), ("due:<=next week", 5), ("due:>next week", 1),
      ("due:>=next week", 5), ("due:\"next week\" due:next wed", 1), ("-due:next week", 2), ("due:next week 9:00", 1),
    ] {
      #expect(try await handler.itemCount(matching: query(text)) == count, "\(text)")
    }
  }

  @Test func endAtOperatorsAndParentheses() throws {
    #expect(try conditions("due:tomorrow or morning").count == 1)
    #expect(try conditions("due:tomorrow -morning") == [date(.equal, "tomorrow"), .text("morning")])
    #expect(try conditions("(due:tomorrow) morning") == [date(.equal, "tomorrow"), .text("morning")])
    #expect(try query("not due:next week milk").terms.map(\.isNegated) == [true, false])
  }

  @Test(arguments: [("due:next", 4..<8), ("due:next milk", 4..<8), ("due:<", 4..<5)])
  func thatAreNoneAreErrors(_ text: String, _ range: Range<Int>) throws {
    let error = #expect(throws: QueryError.self) { try query(text) }
    #expect(error?.range == range && error?.message.contains("isn't a date") == true)
  }

  /// A filter is narrowed by what is typed, and saved as one text.
  @Test(arguments: [
    ("due:tomorrow", "morning", "due:\"tomorrow\" morning"), ("due:tomorrow", "9 morning", "due:tomorrow 9 morning"),
    ("x due:<=next fri", "17:00 milk", "x due:<=\"next fri\" 17:00 milk"),
    ("due:fri", "17:00 or tea", "due:fri (17:00 or tea)"), ("is:open due:fri", "milk", "is:open due:fri milk"),
    ("due:fri or due:sat", "noon", "(due:fri or due:sat) noon"), ("due:fri", "", "due:fri"),
    ("due:none", "noon", "due:none noon"),
    ("due:fri sort:title", "noon", "due:fri sort:title noon"),
  ])
  func takeNoWordsOfAnotherQuery(_ first: String, _ second: String, _ text: String) throws {
    let both = try query(first).and(second)
    #expect(both.text == text)
    #expect(Self.meaning(both.terms) == Self.meaning(try query(first).terms + query(second).terms))
    try expectMeaning(of: both, both.text)
    try expectMeaning(of: both, both.text(orderedBy: ItemOrder(.due, isAscending: true)))
  }

  @Test(arguments: [
    ("due:fri sort:title noon", "due:\"fri\" noon sort:due"),
    ("due:<next   week sort:title", "due:<next   week sort:due"),
    ("due:>next  mon sort:title sort:due 17:00", "due:>\"next  mon\" 17:00 sort:due"),
    ("due:none sort:title noon", "due:none noon sort:due"), ("due:fri sort:title #a noon", "due:fri #a noon sort:due"),
    ("due:fri sort:title milk", "due:\"fri\" milk sort:due"),
  ])
  func takeNoWordsBehindAnOrderThatIsReplaced(_ text: String, _ ordered: String) throws {
    let query = try query(text)
    #expect(query.text(orderedBy: ItemOrder(.due, isAscending: true)) == ordered)
    try expectMeaning(of: query, ordered)
  }

  private func expectMeaning(of query: ItemQuery, _ text: String) throws {
    #expect(try Self.meaning(self.query(text).terms) == Self.meaning(query.terms), "\(text)")
  }

  /// The terms, wherever they stand.
  private static func meaning(_ terms: [QueryTerm]) -> String {
    terms.map { term in
      if case .any(let alternatives) = term.condition {
        return "(\(alternatives.map(meaning).joined(separator: " or ")))"
      }
      return "\(term.isNegated ? "not " : "")\(term.condition)"
    }.joined(separator: " ")
  }
}
