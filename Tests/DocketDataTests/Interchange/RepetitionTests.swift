import DocketData
import Foundation
import Testing

@Suite("How items repeat, in files")
struct RepetitionTests {
  let exchange = Exchange()

  /// What people type is read as it is in a line of quick add.
  @Test(arguments: [
    (InterchangeFormat.json, #"[{"title":"a","recurrence":"last fri"}]"#), (.csv, "title,recurrence\na,last fri\n"),
    (.todotxt, "a rec:last-fri\n"), (.todotxt, "a rec:last%20fri\n"),
    (.json, #"[{"title":"a","recurrence":"FREQ=MONTHLY;BYDAY=-1FR"}]"#),
  ])
  func isReadAsPeopleTypeIt(_ format: InterchangeFormat, _ text: String) async throws {
    try await exchange.load(text, format)
    #expect(try await exchange.item().rule?.rawValue == "FREQ=MONTHLY;BYDAY=-1FR")
    #expect(try await exchange.item().title == "a")
  }

  @Test(arguments: [InterchangeFormat.json, .csv]) func isRefusedIfNobodyTypesIt(
    _ format: InterchangeFormat
  ) async throws {
    let text = format == .json ? #"[{"title":"a","recurrence":"often"}]"# : "title,recurrence\na,often\n"
    await #expect(throws: InterchangeError.self) { try await exchange.load(text, format) }
  }

  @Test func ofOtherProgramsKeepsItsSpelling() async throws {
    try await exchange.load("a rec:last-fri\n", .todotxt)
    #expect(try await exchange.todoLines().map { $0.contains("rec:last-fri") } == [true])
    try await exchange.change(ItemChanges(recurrence: .value(try #require(Recurrence(rawValue: "2weeks")))))
    #expect(try await exchange.todoLines().map { $0.contains("rec:+2w") } == [true])
  }

  @Test(arguments: ["last fri 3 times", "weekdays until 2030-01-01", "after 3 days", "after a week 4 times", "2weeks"])
  func comesBackFromEachFormat(_ phrase: String) async throws {
    let rule = try #require(RecurrencePhrase.rule(of: phrase))
    try await exchange.world.handler().newItem(NewItem(title: "a", dueAt: Moment.base, rule: rule))
    for format in InterchangeFormat.allCases {
      let other = Exchange()
      try await other.load(try await exchange.export(format), format)
      #expect(try await other.item().rule == rule, "\(format)")
      #expect(try await other.export(format).contains("RRULE") == (format == .icalendar))
    }
  }

  /// Other programs read the closest rule, and what they make of it counts.
  @Test func isARuleOfTheStandardToOtherCalendars() async throws {
    let rule = try #require(RecurrencePhrase.rule(of: "after 3 days"))
    try await exchange.world.handler().newItem(NewItem(title: "a", dueAt: Moment.base, rule: rule))
    let lines = try await exchange.calendarLines()
    #expect(lines.contains("RRULE:FREQ=DAILY;INTERVAL=3"))
    let changed = lines.map { $0.hasPrefix("RRULE") ? "RRULE:FREQ=WEEKLY" : $0 }.joined(separator: "\r\n")
    try await exchange.load(changed, .icalendar)
    #expect(try await exchange.item().rule?.rawValue == "FREQ=WEEKLY")
    #expect(try await exchange.calendarLines().filter { $0.contains("RULE") } == ["RRULE:FREQ=WEEKLY"])
  }
}
