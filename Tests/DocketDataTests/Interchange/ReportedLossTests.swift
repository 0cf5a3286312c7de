import DocketData
import Foundation
import Testing

@Suite("What can't be taken over is said")
struct ReportedLossTests {
  let exchange = Exchange()

  /// A changed occurrence has the identifier of its series.
  @Test func aChangedOccurrenceLeavesItsSeriesAlone() async throws {
    let uid = "UID:\(UUID().uuidString)"
    let series = [uid, "SUMMARY:Series", "DUE:20310106T080000Z", "RRULE:FREQ=WEEKLY"]
    let occurrence = [uid, "RECURRENCE-ID:20310113T080000Z", "SUMMARY:Moved", "DUE:20310114T080000Z"]
    for todos in [(series, occurrence), (occurrence, series)] {
      let exchange = Exchange()
      let report = try await exchange.load(Exchange.calendar(todos.0, todos.1), .icalendar)
      #expect(report.added == 1 && report.updated == 0)
      #expect(report.skipped.texts == ["VTODO with RECURRENCE-ID 1"])
      let item = try await exchange.item()
      #expect(item.title == "Series" && item.recurrence == Recurrence(.week) && item.extra == nil)
    }
  }

  /// It is skipped whatever else is in it.
  @Test func aChangedOccurrenceNeedsNoTitle() async throws {
    let text = Exchange.calendar(["UID:a", "DUE:soon", "RECURRENCE-ID:20310113T080000Z"], ["UID:a", "SUMMARY:a"])
    #expect(try await exchange.load(text, .icalendar).skipped.texts == ["VTODO with RECURRENCE-ID 1"])
    #expect(try await exchange.item().title == "a")
  }

  /// What was cancelled is not to be done any more.
  @Test func aCancelledTaskIsDoneAndGivenBackAsCancelled() async throws {
    let todo = ["UID:a", "LAST-MODIFIED:20310106T080000Z", "SUMMARY:a", "STATUS:CANCELLED", "PERCENT-COMPLETE:30"]
    let report = try await exchange.load(Exchange.calendar(todo), .icalendar)
    #expect(report.kept.texts == ["PERCENT-COMPLETE 1", "STATUS 1"])
    let item = try await exchange.item()
    #expect(item.completedAt == item.timestamp)
    let lines = try await exchange.calendarLines()
    #expect(lines.filter { $0.hasPrefix("STATUS") || $0.hasPrefix("PERCENT") } == [todo[4], todo[3]])
    #expect(!lines.contains { $0.hasPrefix("COMPLETED") })
    #expect(try await exchange.load(Exchange.calendar(todo), .icalendar).unchanged == 1)
    try await exchange.world.handler().reopenItems(ids: [item.id])
    #expect(try await exchange.calendarLines().contains("STATUS:NEEDS-ACTION"))
  }

  /// A line of todo.txt is divided at blanks and tabs only.
  @Test(arguments: ["\u{a0}", "\u{2003}", "\u{2028}", "\u{85}", "\u{b}", "\u{1b}", "\r"])
  func aPairWithAnotherSpaceIsKept(_ space: String) async throws {
    let word = "loc:New\(space)York"
    let report = try await exchange.load("2026-01-02 Call Bob \(word)\n", .todotxt)
    let item = try await exchange.item()
    let isKept = report.kept.texts == ["loc 1"]
    #expect(isKept ? item.title == "Call Bob" : report.kept.isEmpty && item.title == "Call Bob \(word)")
    let other = Exchange()
    try await other.load(exchange.export(.todotxt), .todotxt)
    let twin = try await other.item()
    #expect(twin.title == item.title && twin.extra == item.extra)
    if isKept { #expect(try await exchange.todoLines() == ["2026-01-02 Call Bob \(word)"]) }
  }

  @Test func aPropertyWithACarriageReturnIsSaidToBeLost() async throws {
    let text = Exchange.calendar([
      "UID:a", "SUMMARY:a", "X-COLOUR:red\rEND:VTODO", "X-SHAPE:round", "BEGIN:VALARM", "TRIGGER:a\rb", "END:VALARM",
      "BEGIN:VALARM", "no colon", "END:VALARM",
    ])
    let report = try await exchange.load(text, .icalendar)
    #expect(report.kept.texts == ["X-SHAPE 1"])
    #expect(report.skipped.texts == ["VALARM that isn't iCalendar 2", "X-COLOUR that isn't iCalendar 1"])
    let lines = try await exchange.calendarLines()
    #expect(lines.contains("X-SHAPE:round") && !lines.contains { $0.contains("X-COLOUR") || $0.contains("VALARM") })
  }

  @Test func aTimeZoneThatNobodyKnowsIsSaidToBeOne() async throws {
    let text = Exchange.calendar(
      ["UID:a", "SUMMARY:a", "DUE;TZID=W. Europe Standard Time:20310106T090000"],
      ["UID:b", "SUMMARY:b", "DUE;TZID=\"W. Europe Standard Time\":20310106T090000"],
      ["UID:c", "SUMMARY:c", "DUE;TZID=/example.org/Mars:20310106T090000"],
      [
        "UID:d", "SUMMARY:d", "DUE;TZID=America/New_York:20310106T090000", "CREATED;TZID=Mars:20310106T090000Z",
        "DTSTART;TZID=Mars:20310101T090000",
      ], ["UID:e", "SUMMARY:e", "DUE;VALUE=DATE;TZID=Mars:20310106", "LAST-MODIFIED:20310106T090000"])
    let report = try await exchange.load(text, .icalendar)
    let knowsWindows = TimeZone(identifier: "W. Europe Standard Time") != nil
    #expect(
      report.unknownZones.texts == ["/example.org/Mars 1", "Mars 1"]
        + (knowsWindows ? [] : ["W. Europe Standard Time 2"]))
    let items = try await exchange.world.handler().items()
    #expect(items.first { $0.title == "c" }?.dueAt.map(Berlin.text) == "2031-01-06 09:00")
    #expect(items.first { $0.title == "d" }?.dueAt.map(Berlin.text) == "2031-01-06 15:00")
    // The zone is given back.
    #expect(try await exchange.calendarLines().contains("DUE;TZID=/example.org/Mars:20310106T090000"))
  }
}
