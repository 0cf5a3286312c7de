import DocketData
import Foundation
import Testing

@Suite("What the properties of a calendar mean here")
struct CalendarMeaningTests {
  let exchange = Exchange()

  private func load(_ lines: String...) async throws -> ImportReport {
    try await exchange.load(Exchange.calendar(["UID:a", "SUMMARY:a"] + lines), .icalendar)
  }

  // MARK: - Rules

  /// The lines of a VTODO, with the rule of the item; nil for one whose dates are not those of the item.
  @Test(arguments: [
    (["DUE:20310131T080000Z", "RRULE:FREQ=MONTHLY;BYDAY=-1FR"], "FREQ=MONTHLY;BYDAY=-1FR"),
    (["DTSTART;VALUE=DATE:20310131", "RRULE:FREQ=WEEKLY;BYDAY=MO,FR"], "FREQ=WEEKLY;BYDAY=MO,FR"),
    (
      ["DTSTART:20310131T080000Z", "DUE:20310131T160000Z", "RRULE:FREQ=DAILY;UNTIL=20310301T080000Z"],
      "FREQ=DAILY;UNTIL=20310301T080000Z"
    ),
    (["RRULE:FREQ=DAILY;COUNT=3", "DTSTART:20310130T080000Z", "DUE:20310131T160000Z"], "FREQ=DAILY;COUNT=3"),
    (["DTSTART:20310130T080000Z", "DUE:20310131T160000Z", "RRULE:FREQ=WEEKLY"], "FREQ=WEEKLY"),
    (["DTSTART:20310127T080000Z", "DUE:20310131T160000Z", "RRULE:FREQ=WEEKLY;BYDAY=MO"], nil),
    (["DUE:20310131T160000Z", "RRULE:FREQ=HOURLY;INTERVAL=6"], nil),
  ])
  func aRuleSaysWhenAnItemIsDue(_ lines: [String], _ rule: String?) async throws {
    let report = try await exchange.load(Exchange.calendar(["UID:a", "SUMMARY:a"] + lines), .icalendar)
    #expect(report.kept.texts == (rule == nil ? ["RRULE 1"] : []))
    #expect(try await exchange.item().rule?.rawValue == rule)
    let written = try await exchange.calendarLines().filter { line in
      ["DTSTART", "DUE", "RRULE", "X-DOCKET"].contains { line.hasPrefix($0) }
    }
    #expect(written.sorted() == lines.sorted())
    #expect(try await exchange.load(exchange.export(.icalendar), .icalendar).unchanged == 1)
    // A series that was ended here is ended there.
    guard rule != nil else { return }
    try await exchange.change(ItemChanges(recurrence: Replacement.none))
    #expect(try await exchange.calendarLines().contains { $0.hasPrefix("RRULE") } == false)
  }

  @Test func theNextDateIsThatOfTheRule() async throws {
    _ = try await load("DUE;VALUE=DATE:20310131", "RRULE:FREQ=MONTHLY;BYDAY=-1FR")
    let id = try await exchange.item().id
    let next = try await exchange.world.handler().completeItems(
      ids: [id], at: Moment.base, calendar: Berlin.reference.calendar)
    #expect(try await exchange.world.handler().item(id: next[0]).due?.rawValue == "2031-02-28")
  }

  // MARK: - Start dates

  @Test(arguments: [
    "DTSTART:20310101T080000Z", "DTSTART;VALUE=DATE:20310101", "DTSTART;TZID=America/New_York:20310101T080000",
  ])
  func aStartIsAStart(_ line: String) async throws {
    let report = try await load(line)
    #expect(report.kept.isEmpty)
    let start = try await exchange.item().start
    #expect(start?.rawValue == (line.contains("DATE") ? "2031-01-01" : start?.rawValue) && start != nil)
    #expect(try await exchange.calendarLines().filter { $0.contains("START") } == [line])
    try await exchange.change(ItemChanges(start: Replacement.none))
    #expect(try await exchange.calendarLines().contains { $0.contains("START") } == false)
  }

  /// The standard has no task that starts after it is due, nor at that moment.
  @Test(arguments: [
    ("2031-01-07", "2031-01-06", "X-DOCKET-START;VALUE=DATE:20310107"),
    ("2031-01-06", "2031-01-06", "DTSTART;VALUE=DATE:20310106"),
    ("2031-01-06T08:00:00.000Z", "2031-01-06T08:00:00.000Z", "X-DOCKET-START:20310106T080000Z"),
  ])
  func aStartThatIsTooLateIsOursAlone(_ start: String, _ due: String, _ line: String) async throws {
    try await exchange.load(#"[{"title":"a","start":"\#(start)","due":"\#(due)"}]"#, .json)
    #expect(try await exchange.calendarLines().filter { $0.contains("START") } == [line])
    #expect(try await exchange.load(exchange.export(.icalendar), .icalendar).unchanged == 1)
    #expect(try await exchange.item().start?.rawValue == start)
  }

  /// The standard asks for a day with a day, and for a moment with a moment.
  @Test(arguments: [
    ("2031-01-01", "2031-01-06T08:00:00.000Z", "DTSTART:20301231T230000Z"),
    ("2031-01-01T08:00:00.000Z", "2031-01-06", "DTSTART;VALUE=DATE:20310101"),
  ])
  func aStartIsOfOneKindWithTheDueDate(_ start: String, _ due: String, _ line: String) async throws {
    try await exchange.load(#"[{"title":"a","start":"\#(start)","due":"\#(due)"}]"#, .json)
    let lines = try await exchange.calendarLines()
    #expect(lines.contains(line))
    let other = Exchange()
    try await other.load(exchange.export(.icalendar), .icalendar)
    #expect(try await other.item().start?.rawValue == start)
    // What another program makes of it counts.
    let changed = lines.map { $0.hasPrefix("DTSTART") ? "DTSTART:20310102T080000Z" : $0 }
    try await exchange.load(changed.joined(separator: "\r\n"), .icalendar)
    #expect(try await exchange.item().start?.rawValue == "2031-01-02T08:00:00.000Z")
  }

  // MARK: - Relationships

  private func item(_ title: String) async throws -> ItemValues {
    try #require(try await exchange.world.handler().items().first { $0.title == title })
  }

  @Test func whatATaskDependsOnIsWhatAnItemWaitsFor() async throws {
    let depends = "RELATED-TO;RELTYPE=DEPENDS-ON:b@example.org"
    let text = Exchange.calendar(
      ["UID:a@example.org", "SUMMARY:a", depends, "RELATED-TO;RELTYPE=SIBLING:c@example.org"],
      ["UID:b@example.org", "SUMMARY:b", "RELATED-TO:a@example.org"])
    let report = try await exchange.load(text, .icalendar)
    #expect(report.kept.texts == ["RELATED-TO 1"])
    let (a, b) = (try await item("a"), try await item("b"))
    #expect(a.blockerUIDs == [b.uid] && b.parentUID == a.uid)
    #expect(try await exchange.calendarLines().count { $0 == depends } == 1)
    #expect(try await exchange.load(exchange.export(.icalendar), .icalendar).unchanged == 2)
    try await exchange.world.handler().updateItems(ids: [a.id], ItemChanges(removedBlockers: [b.id]))
    #expect(try await exchange.calendarLines().contains(depends) == false)
    #expect(try await exchange.calendarLines().contains("RELATED-TO;RELTYPE=SIBLING:c@example.org"))
  }

  @Test func ourOwnBlockersComeBack() async throws {
    try await exchange.load(
      #"[{"title":"a","uid":"11111111-2222-4333-8444-555555555551","blockers":["11111111-2222-4333-8444-555555555552"]},"#
        + #"{"title":"b","uid":"11111111-2222-4333-8444-555555555552"}]"#, .json)
    for format in InterchangeFormat.allCases {
      let other = Exchange()
      try await other.load(exchange.export(format), format)
      let items = try await other.world.handler().items()
      let (a, b) = (items.first { $0.title == "a" }, items.first { $0.title == "b" })
      #expect(a?.blockerUIDs == [b?.uid].compactMap(\.self) && b?.blockerUIDs == [], "\(format)")
      #expect(try await exchange.load(exchange.export(format), format).unchanged == 2, "\(format)")
    }
  }

  @Test func whatIsNowhereIsKeptAndSaid() async throws {
    let lines = [
      "RELATED-TO;RELTYPE=DEPENDS-ON:gone@example.org",
      "RELATED-TO;RELTYPE=DEPENDS-ON:11111111-2222-4333-8444-555555555559",
    ]
    let report = try await load(lines[0], lines[1])
    #expect(report.kept.texts == ["RELATED-TO 2"] && report.problems.isEmpty)
    #expect(try await exchange.calendarLines().filter { $0.hasPrefix("RELATED") }.sorted() == lines.sorted())
    #expect(try await exchange.load(exchange.export(.icalendar), .icalendar).unchanged == 1)
  }
}
