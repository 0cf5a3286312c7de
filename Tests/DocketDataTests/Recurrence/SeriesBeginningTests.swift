import Foundation
import SwiftData
import Testing

@testable import DocketData

@Suite("The first date of a series")
struct SeriesBeginningTests {
  /// A Saturday: 21 November 2026.
  private let reference = Berlin.reference
  private let world = World()

  private func rule(_ phrase: String) throws -> RecurrenceRule {
    try #require(RecurrencePhrase.rule(of: phrase, reference))
  }

  @Test(arguments: [
    ("daily", "2026-11-21"), ("every 2 weeks", "2026-11-21"), ("every 2 weeks on tue", "2026-11-24"),
    ("every 3 months on the 1st", "2026-12-01"), ("FREQ=DAILY;INTERVAL=7;BYDAY=MO", "2026-11-23"),
    ("mon,wed", "2026-11-23"), ("sat", "2026-11-21"), ("last fri", "2026-11-27"), ("24 dec", "2026-12-24"),
    ("15th", "2026-12-15"), ("mon 3 times", "2026-11-23"), ("after 3 days", "2026-11-21"),
    ("mon until 2026-11-23", "2026-11-23"), ("mon until 2026-11-22", nil), ("daily until 2026-11-20", nil),
    ("after a week until 2026-11-20", nil), ("FREQ=HOURLY", nil), ("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", nil),
    ("FREQ=DAILY;RSCALE=HEBREW", nil),
  ])
  func isTheFirstDayThatTheRuleHasFromTodayOn(_ phrase: String, _ due: String?) throws {
    #expect(try rule(phrase).firstDue(reference)?.rawValue == due)
  }

  @Test(arguments: [
    "daily", "every 2 weeks on tue", "mon,wed", "last fri", "24 dec", "15th", "every 3 months on the 1st", "weekdays",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
    "FREQ=DAILY;INTERVAL=3;BYDAY=SU", "FREQ=YEARLY;BYWEEKNO=1", "FREQ=YEARLY;BYYEARDAY=-1,100",
  ])
  func mayBeOnTheDaysThatTheRuleHas(_ phrase: String) throws {
    let rule = try rule(phrase)
    let parts = try #require(RecurrenceParts(rule.rawValue)).ofEachPeriod
    let today = CalendarDay(reference.now, in: reference.calendar.timeZone)
    for offset in 0..<800 {
      let day = CalendarDay(daysSince1970: today.daysSince1970 + offset)
      var days = try #require(RecurrenceDays(parts, from: day))
      #expect(rule.mayHave(.day(day), reference) == (days.next() == day), "\(day.text)")
    }
  }

  @Test func belongsToItemsWithoutADate() throws {
    var item = NewItem(title: "a")
    item.beginSeries(reference)
    #expect(item.due == nil)
    item.rule = try rule("mon")
    item.beginSeries(reference)
    #expect(item.due?.rawValue == "2026-11-23")
    item.rule = try rule("tue")
    item.beginSeries(reference)
    #expect(item.due?.rawValue == "2026-11-23")
    var started = NewItem(title: "b", rule: try rule("mon"), start: item.due)
    started.beginSeries(reference)
    #expect(started.due == nil)
  }

  @Test(arguments: [
    ("daily until 2026-11-20", true), ("daily until 2026-11-21", false), ("24 dec until 2026-12-01", false),
    ("mon until 2026-11-22", false), ("daily", false), ("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", false),
  ])
  func hasEndedOnlyIfItsEndIsPast(_ phrase: String, _ hasEnded: Bool) throws {
    let rule = try rule(phrase)
    #expect(rule.hasEnded(reference) == hasEnded)
  }

  // MARK: - Items that begin to repeat

  /// `updateItems` counts days in the user's own calendar.
  private let today = CalendarDay(Berlin.reference.now, in: Calendar.current.timeZone)

  private func dates(_ ids: [PersistentIdentifier], _ handler: DataHandler) async throws -> [String?] {
    try await handler.items(ids: ids).map { $0.due?.rawValue }
  }

  @Test func isSetWhereAnOpenItemWithoutADateBeginsToRepeat() async throws {
    let handler = try await world.handler()
    let day = Due.day(try #require(CalendarDay("2031-05-06")))
    var dated = NewItem(title: "dated")
    dated.due = day
    let done = NewItem(title: "done", completedAt: reference.now)
    let ids = try await handler.newItems([NewItem(title: "bare"), dated, NewItem(title: "started", start: day), done])
    let daily = ItemChanges(rule: .value(try rule("daily")))
    try await handler.updateItems(ids: ids, daily, at: reference.now)
    #expect(try await dates(ids, handler) == [today.text, "2031-05-06", nil, nil])
    #expect(try await handler.log().first?.words.hasPrefix("repeat") == true)
    try await handler.undo()
    #expect(try await dates(ids, handler) == [nil, "2031-05-06", nil, nil])
    #expect(try await handler.items(ids: ids).allSatisfy { $0.rule == nil })
  }

  @Test func isNotSetWhereNoDateIsMeant() async throws {
    let handler = try await world.handler()
    let ids = try await handler.newItems([NewItem(title: "a"), NewItem(title: "b")])
    let start = Replacement.value(Due.day(today))
    try await handler.updateItems(ids: [ids[0]], ItemChanges(due: Replacement.none, rule: .value(rule("mon"))))
    try await handler.updateItems(ids: [ids[1]], ItemChanges(rule: .value(rule("mon")), start: start))
    #expect(try await dates(ids, handler) == [nil, nil])
    // Another rule is no beginning, and neither is the end of one.
    for rule in [Replacement.value(try rule("tue")), .none] {
      try await handler.updateItems(ids: ids, ItemChanges(rule: rule))
      #expect(try await dates(ids, handler) == [nil, nil])
    }
  }

  @Test func ofAnEditedTextIsWhatItSays() async throws {
    let handler = try await world.handler()
    let id = try await handler.newItem(title: "a")
    let document = ItemDocument(try await handler.item(id: id), reference)
    let edited = document.text.replacing("every:", with: "every: daily")
    try await handler.editItem(id: id, try document.edit(edited))
    let item = try await handler.item(id: id)
    #expect(item.rule != nil && item.due == nil)
  }

  @Test func doubtsAreSaidOfDatesThatAreHardlyMeant() async throws {
    let handler = try await world.handler()
    func doubts(_ line: String) async throws -> [ItemDoubt] {
      let id = try await handler.newItem(QuickAdd(line, reference).newItem())
      return try await handler.item(id: id).doubts(reference)
    }
    #expect(try await doubts("a @fri ~mon every:week").isEmpty)
    #expect(try await doubts("a @mon ~fri") == [.startsLate])
    #expect(try await doubts("a @mon every:\"week until 2026-11-20\"") == [.hasEnded])
    #expect(try await doubts("a @1.12. every:\"2 weeks on tue until 2026-12-01\"").isEmpty)
    #expect(try await doubts("a @2.12. every:tue") == [.isOffRule])
    #expect(try await doubts("a @2.12. every:\"2 weeks\"").isEmpty)
    #expect(try await doubts("a @2.12. every:\"after 2 weeks\"").isEmpty)
  }

  /// It is Saturday, 21 November 2026, 14:30.
  @Test(arguments: [
    ("every:mon @17:00", "2026-11-23 17:00"), ("@17:00 every:mon", "2026-11-23 17:00"),
    ("every:sat @17:00", "2026-11-21 17:00"), ("every:sat @9:00", "2026-11-28 09:00"),
    ("every:15th @9:30", "2026-12-15 09:30"), ("every:tue @wed 17:00", "2026-11-25 17:00"),
    ("every:day @17:00", "2026-11-21 17:00"), ("every:\"after 2 days\" @9:00", "2026-11-22 09:00"),
    ("every:\"mon until 2026-11-22\" @17:00", "2026-11-21 17:00"),
  ])
  func isAtATimeThatIsTypedWithoutADay(_ line: String, _ due: String) throws {
    let item = QuickAdd("a \(line)", reference)
    #expect(item.dueAt == DatePhrase.span(of: due, reference)?.start)
    #expect(OverruledToken.all(in: "a \(line)", item.tokens).isEmpty)
  }

  /// In the night to Sunday, 29 March 2026, the clock skips the hour from 2:00.
  @Test func aTimeThatTheClockSkipsTomorrowIsThatOfTheFirstDay() throws {
    let evening = try #require(DatePhrase.span(of: "2026-03-28 20:00", reference)).start
    let reference = DateReference(now: evening, calendar: Berlin.reference.calendar, slashDates: .monthFirst)
    let due = try #require(QuickAdd("Bake every:tue @2:30", reference).dueAt)
    #expect(Berlin.text(due) == "2026-03-31 02:30")
  }

  @Test func aTimeThatIsTypedTwiceReplacesNothing() {
    for line in ["every:mon @17:00 @17:00", "@17:00 @today 17:00"] {
      #expect(OverruledToken.all(in: line, QuickAdd(line, reference).tokens).isEmpty, "\(line)")
    }
  }
}
