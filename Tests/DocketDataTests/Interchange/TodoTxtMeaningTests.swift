import DocketData
import Foundation
import Testing

@Suite("What the pairs of todo.txt mean here")
struct TodoTxtMeaningTests {
  let exchange = Exchange()
  private static let uid = "11111111-2222-4333-8444-555555555551"

  /// Pairs, with the rule and the start of the item.
  @Test(arguments: [
    ("rec:+1m", "FREQ=MONTHLY", nil), ("rec:1m", "FREQ=MONTHLY;X-DOCKET-FROM=COMPLETION", nil),
    ("rec:2w", "FREQ=WEEKLY;INTERVAL=2;X-DOCKET-FROM=COMPLETION", nil), ("rec:+3d", "FREQ=DAILY;INTERVAL=3", nil),
    ("rec:weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", nil), ("rec:2weeks", "FREQ=WEEKLY;INTERVAL=2", nil),
    ("t:2031-05-01", nil, "2031-05-01"), ("t:2031-05-01 t-at:08:30", nil, "2031-05-01T06:30:00.000Z"),
    ("t:soon", nil, nil), ("rec:5b", nil, nil),
  ])
  func theyAreReadAndWrittenInTheirPlaces(_ pairs: String, _ rule: String?, _ start: String?) async throws {
    let line = "2026-01-02 Call due:2031-05-06 \(pairs) @phone h:1 id:7 p:3 dep:9"
    let report = try await exchange.load(line + "\n", .todotxt)
    let item = try await exchange.item()
    #expect(item.title == "Call" || pairs == "t:soon" || pairs == "rec:5b")
    #expect(item.rule?.rawValue == rule && item.start?.rawValue == start)
    #expect(report.kept.texts.suffix(1) != ["t 1"] || pairs == "t:soon")
    #expect(try await exchange.todoLines() == [line])
    #expect(try await exchange.load(exchange.export(.todotxt), .todotxt).unchanged == 1)
  }

  /// Titles with words that look like pairs; with whether a line of their words alone is read as them.
  @Test(arguments: [
    ("Buy milk foo:bar baz", true), ("foo:bar baz", true), ("Buy foo:bar", false), ("foo:bar", false),
    ("Buy foo:2026-12-24 baz", false), ("Buy due:soon", false),
  ])
  func aTitleWithAPairIsWrittenInItsPlace(_ title: String, _ isPlain: Bool) async throws {
    try await exchange.world.handler().newItem(NewItem(title: title, tags: ["x"], list: "L"))
    #expect(try await exchange.export(.todotxt).contains("title:") == !isPlain)
    let other = Exchange()
    try await other.load(exchange.export(.todotxt), .todotxt)
    #expect(try await other.item().title == title)
  }

  @Test(arguments: ["Buy milk foo:bar baz", "Buy milk foo:bar baz +L @x zip:1 due:2031-05-06", "x 2026-01-02 a:b c"])
  func aLineWithAPairInItsTitleComesBackAsItWas(_ line: String) async throws {
    try await exchange.load(line + "\n", .todotxt)
    #expect(try await exchange.todoLines() == [line])
  }

  /// A series that ends on a day without a year ends after it is due, not after the file was read.
  @Test func aRuleIsReadAgainstTheDueDateOfItsItem() async throws {
    let line = "2026-01-02 Call rec:daily-until-24-dec due:2031-05-06"
    try await exchange.load(line + "\n", .todotxt)
    #expect(try await exchange.item().rule?.rawValue == "FREQ=DAILY;UNTIL=20311224")
    #expect(try await exchange.todoLines() == [line])
  }

  @Test func anotherStartTakesItsPlaceInTheLine() async throws {
    try await exchange.load("2026-01-02 Call t:2031-05-01 Bob due:2031-05-06 h:1 uid:\(Self.uid)\n", .todotxt)
    try await exchange.change(ItemChanges(start: .value(try #require(Due(rawValue: "2031-05-02")))))
    #expect(try await exchange.todoLines().first?.contains("t:2031-05-02") == true)
    try await exchange.change(ItemChanges(start: Replacement.none))
    #expect(try await exchange.todoLines() == ["2026-01-02 Call Bob due:2031-05-06 h:1"])
  }

  @Test func blockersThatAreNowhereAreKeptAndSaid() async throws {
    let line = "2026-01-02 Call after:\(Self.uid)"
    let report = try await exchange.load(line + "\n", .todotxt)
    #expect(report.kept.texts == ["after 1"] && report.problems.isEmpty)
    #expect(try await exchange.todoLines() == [line])
    _ = try await exchange.load("2026-01-02 Other uid:\(Self.uid)\n", .todotxt)
    #expect(try await exchange.load("2026-01-02 Third after:somebody\n", .todotxt).kept.texts == ["after 1"])
  }
}
