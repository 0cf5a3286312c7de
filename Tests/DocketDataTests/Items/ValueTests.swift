import DocketData
import Foundation
import Testing

@Suite("Days of the calendar")
struct CalendarDayTests {
  @Test(arguments: [
    ("9999-12-31", 1, "9999-12-31"), ("0000-01-01", -1, "0000-01-01"), ("9999-12-01", 31, "9999-12-31"),
  ])
  func noDayIsBeyondThoseThatCanBeWritten(_ from: String, _ days: Int, _ to: String) throws {
    let day = try #require(CalendarDay(from)).adding(days: days)
    #expect(day.text == to && CalendarDay(rawValue: day.rawValue) == day)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    #expect(day.end(in: calendar) > day.start(in: calendar))
  }

  private func calendar(_ zone: String) throws -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    return calendar
  }

  /// Zones whose days are up to a day apart, and some that skip midnight when the clocks are changed.
  static let zones = [
    "GMT", "Europe/Berlin", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu", "America/Sao_Paulo",
    "Africa/Cairo", "America/Havana",
  ]

  @Test(arguments: zones) func beginAndEndWithinThemselvesInEveryZone(_ zone: String) throws {
    let calendar = try calendar(zone)
    for day in [20_181_104, 20_240_229, 20_260_308, 20_260_329, 20_260_424, 20_261_025, 20_261_101, 20_261_231] {
      let day = try #require(CalendarDay(rawValue: day))
      let (start, end) = (day.start(in: calendar), day.end(in: calendar))
      #expect(CalendarDay(start, in: calendar.timeZone) == day && CalendarDay(end, in: calendar.timeZone) == day)
      #expect(CalendarDay(start - 1, in: calendar.timeZone) < day && CalendarDay(end + 1, in: calendar.timeZone) > day)
      #expect(calendar.startOfDay(for: end) == start && end.isEndOfDay(in: calendar), "\(day.text)")
      #expect(Due(typed: end, in: calendar) == .day(day) && Due(typed: start, in: calendar) == .moment(start))
    }
  }

  @Test func areReadAsTheyAreWrittenAndNothingElseIs() {
    #expect(CalendarDay("2026-12-24")?.rawValue == 20_261_224 && CalendarDay("20261224")?.text == "2026-12-24")
    #expect(CalendarDay("0001-01-01")?.text == "0001-01-01" && CalendarDay("2000-02-29") != nil)
    for text in [
      "", "2026-02-29", "2026-13-01", "2026-00-01", "2026-01-00", "1900-02-29", "2026-12-24T17:00", "24 dec",
    ] {
      #expect(CalendarDay(text) == nil)
    }
    for number in [0, -1, 20_260_230, 99_999_999, .max, .min] { #expect(CalendarDay(rawValue: number) == nil) }
  }

  @Test(arguments: zones) func theFirstAndTheLastOfFourDigitsAreTheDaysThatWereTyped(_ zone: String) throws {
    let calendar = try calendar(zone)
    for text in ["9999-12-31", "9999-12-30", "1500-06-15", "1582-10-10", "0001-01-01", "4001-01-01"] {
      let span = try #require(DatePhrase.span(of: text, DateReference(calendar: calendar)))
      #expect(Due(typed: span.due, in: calendar).rawValue == text, "\(text)")
    }
  }

  @Test func dueDatesAreReadAsTheyAreWritten() {
    for text in ["2026-12-24", "2026-12-24T17:00:00.000Z", "2026-12-24T22:59:59.000Z"] {
      #expect(Due(rawValue: text)?.rawValue == text)
    }
    #expect(Due(rawValue: "soon") == nil && Due(rawValue: "2026-12-24")?.day != nil)
  }

  @Test func momentsWithoutAYearOfFourDigitsAreNoTrap() throws {
    for date in [
      Date.distantPast, .distantFuture, Date(timeIntervalSince1970: .infinity), Date(timeIntervalSince1970: .nan),
    ] {
      _ = CalendarDay(date, in: .gmt).text
      _ = Due(typed: date, in: .current)
    }
  }
}

@Suite("Random identifiers")
struct UUIDTests {
  @Test func areOfVersion4AndNeverTheSame() {
    let all = (0..<1_000).map { _ in UUID.random() }
    #expect(Set(all).count == all.count)
    #expect(all.allSatisfy { $0.uuid.6 >> 4 == 4 && $0.uuid.8 >> 6 == 2 })
  }
}

@Suite("Numbers of things in words")
struct QuantityTests {
  @Test func onlyOneIsSingular() {
    #expect([0, 1, 2, 100].map { "\(Quantity($0, "item"))" } == ["0 items", "1 item", "2 items", "100 items"])
  }
}

/// One rule wherever tags are given.
@Suite("A comma separates tags")
struct TagListTests {
  @Test(arguments: [("a", ["a"]), ("a,b", ["a", "b"]), (" a , b ,", ["a", "b"]), ("", [""]), (",", [","])])
  func inAText(_ text: String, _ names: [String]) { #expect(TagName.names(in: text) == names) }

  @Test(arguments: [
    ("title,tags\nx,\"a, b\"\n", InterchangeFormat.csv), (#"[{"title":"x","tags":["a,b"]}]"#, .json),
    (#"[{"title":"x","tags":["a","b"]}]"#, .json), (#"[{"description":"x","tags":["a,b"]}]"#, .taskwarrior),
    ("BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:x\nCATEGORIES:a\\, b\nEND:VTODO\n", .icalendar),
    ("BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:x\nCATEGORIES:a,b\nEND:VTODO\n", .icalendar),
  ])
  func inAFile(_ text: String, _ format: InterchangeFormat) async throws {
    let exchange = Exchange()
    try await exchange.load(text, format)
    #expect(try await exchange.item().tags == ["a", "b"])
  }

  @Test func inAQuickAdd() {
    let item = QuickAdd("Buy #a,b milk #c,", Berlin.reference)
    #expect(item.title == "Buy milk" && item.tags == ["a", "b", "c"])
    #expect(item.tokens.map(\.range) == [4..<6, 7..<8, 14..<16])
    #expect(QuickAdd("#, #a,\u{7}", Berlin.reference).tags.isEmpty)
  }
}
