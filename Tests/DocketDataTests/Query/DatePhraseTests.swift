import DocketData
import Foundation
import Testing

@Suite("Dates that people type")
struct DatePhraseTests {
  /// Saturday, 21 November 2026, 14:30 in Berlin; weeks begin on Monday.
  static let reference = Berlin.reference

  private func text(_ date: Date) -> String { Berlin.text(date) }

  @Test(arguments: [
    ("today", "2026-11-21"), ("tomorrow", "2026-11-22"), ("yesterday", "2026-11-20"), ("fri", "2026-11-27"),
    ("sat", "2026-11-28"), ("Sunday", "2026-11-22"), ("next mon", "2026-11-23"), ("next sun", "2026-11-29"),
    ("this fri", "2026-11-27"), ("this sat", "2026-11-21"), ("this sun", "2026-11-22"), ("last sat", "2026-11-14"),
    ("+3d", "2026-11-24"), ("-2w", "2026-11-07"),
    ("+1m", "2026-12-21"), ("+1y", "2027-11-21"), ("in 3 days", "2026-11-24"), ("in 3d", "2026-11-24"),
    ("in 2 weeks", "2026-12-05"),
    ("eow", "2026-11-22"), ("eom", "2026-11-30"), ("eoy", "2026-12-31"), ("eod", "2026-11-21"),
    ("next week", "2026-11-23"), ("next month", "2026-12-01"), ("next year", "2027-01-01"),
    ("2026-12-24", "2026-12-24"), ("2020-02-29", "2020-02-29"), ("24 dec", "2026-12-24"), ("Dec 24", "2026-12-24"),
    ("24-dec", "2026-12-24"), ("24 december 2030", "2030-12-24"), ("21 nov", "2026-11-21"), ("20 nov", "2027-11-20"),
    ("29 feb", "2028-02-29"), ("  TODAY ", "2026-11-21"),
    ("3d", "2026-11-24"), ("1w", "2026-11-28"), ("in a week", "2026-11-28"), ("in an year", "2027-11-21"),
    ("weekend", "2026-11-21"), ("this weekend", "2026-11-21"), ("next weekend", "2026-11-28"),
    ("end of week", "2026-11-22"), ("End of Month", "2026-11-30"), ("end of year", "2026-12-31"),
    ("end of day", "2026-11-21"), ("1st", "2026-12-01"), ("3rd", "2026-12-03"), ("21st", "2026-11-21"),
    ("20th", "2026-12-20"), ("22nd", "2026-11-22"), ("31st", "2026-12-31"), ("11th", "2026-12-11"),
    ("24th dec", "2026-12-24"), ("dec 24th", "2026-12-24"), ("24.12.", "2026-12-24"), ("1.2.", "2027-02-01"),
    ("24.12.2026", "2026-12-24"), ("01.02.2030", "2030-02-01"), ("29.2.", "2028-02-29"),
    ("fortnight", "2026-12-05"), ("in a fortnight", "2026-12-05"), ("2 weeks", "2026-12-05"),
    ("two days", "2026-11-23"), ("-2 weeks", "2026-11-07"), ("2 weeks ago", "2026-11-07"), ("3d ago", "2026-11-18"),
    ("a year ago", "2025-11-21"), ("+3 days", "2026-11-24"), ("24\u{a0}dec", "2026-12-24"),
    ("weds", "2026-11-25"), ("tues", "2026-11-24"), ("next thurs", "2026-11-26"), ("5 sept", "2027-09-05"),
    ("24. dec", "2026-12-24"), ("24. dec 2030", "2030-12-24"), ("the 15th", "2026-12-15"), ("2mo", "2027-01-21"),
    ("the 24th of dec", "2026-12-24"), ("+7973y", "9999-11-21"),
    ("25th of december", "2026-12-25"), ("25 of dec 2030", "2030-12-25"),
  ])
  func areDays(_ phrase: String, _ day: String) throws {
    let span = try #require(DatePhrase.span(of: phrase, Self.reference))
    #expect(span.isDay && text(span.start) == "\(day) 00:00" && text(span.due) == "\(day) 23:59")
    #expect(span.due.isEndOfDay(in: Self.reference.calendar))
  }

  @Test(arguments: [
    ("now", "2026-11-21 14:30"), ("tomorrow morning", "2026-11-22 09:00"), ("fri afternoon", "2026-11-27 15:00"),
    ("24 dec evening", "2026-12-24 20:00"), ("2 hours", "2026-11-21 16:30"),
    ("25th of dec 2030 at 5:30 pm", "2030-12-25 17:30"), ("tomorrow 17:00", "2026-11-22 17:00"),
    ("fri at 5pm", "2026-11-27 17:00"),
    ("next mon 5:30 pm", "2026-11-23 17:30"), ("24 dec noon", "2026-12-24 12:00"), ("17:00", "2026-11-21 17:00"),
    ("9:15", "2026-11-22 09:15"), ("12am", "2026-11-22 00:00"), ("12 pm", "2026-11-22 12:00"),
    ("+2h", "2026-11-21 16:30"), ("-30min", "2026-11-21 14:00"), ("2026-12-24T17:05", "2026-12-24 17:05"),
    ("today midnight", "2026-11-21 00:00"), ("+3d 8:00", "2026-11-24 08:00"),
    ("in 3 hours", "2026-11-21 17:30"), ("in an hour", "2026-11-21 15:30"), ("in 20 minutes", "2026-11-21 14:50"),
    ("2h", "2026-11-21 16:30"), ("tonight", "2026-11-21 20:00"), ("monday 9", "2026-11-23 09:00"),
    ("next fri 17", "2026-11-27 17:00"), ("fri at 9", "2026-11-27 09:00"), ("at 17", "2026-11-21 17:00"),
    ("24.12. 17:00", "2026-12-24 17:00"), ("1st at noon", "2026-12-01 12:00"), ("weekend 9am", "2026-11-21 09:00"),
    ("5pm fri", "2026-11-27 17:00"), ("17:00 tomorrow", "2026-11-22 17:00"), ("noon 24 dec", "2026-12-24 12:00"),
    ("at 9 on fri", "2026-11-27 09:00"), ("5:30 pm on the 15th", "2026-12-15 17:30"), ("1h30m", "2026-11-21 16:00"),
    ("1h30", "2026-11-21 16:00"), ("-1h5min", "2026-11-21 13:25"), ("in 1h30m", "2026-11-21 16:00"),
    ("2 hours ago", "2026-11-21 12:30"), ("1h30m ago", "2026-11-21 13:00"),
    ("end of month at 5:30 pm", "2026-11-30 17:30"), ("in 3 days at 8", "2026-11-24 08:00"),
  ])
  func areMoments(_ phrase: String, _ moment: String) throws {
    let span = try #require(DatePhrase.span(of: phrase, Self.reference))
    #expect(!span.isDay && text(span.start) == moment && span.due == span.start)
  }

  @Test(arguments: [
    "", "soon", "5", "fri 24", "fri 123", "today 9", "1st 9", "9 fri", "30 feb", "32 dec", "2026-13-01", "2026-02-30",
    "24:00", "17:60", "13pm", "0am", "+d",
    "d", "2th", "1nd", "13rd", "32nd", "0th", "24.12", "24.13.", "31.2.", "24.12.26", "24..", ".12.", "2026.12.24",
    "12/", "in 3", "in week", "a week", "end of", "end of time", "tonight 9:00", "in 3 d d", "12.5h",
    "+99999999999d", "next", "next dec", "24 dec 20", "tomorrow tomorrow", "at", "fr", "t", "2026-12-24T", "T17:00",
    "today at noon pm extra", "morning tomorrow", "the the 15th", "the", "5pm on", "on fri", "17:00 18:00 fri",
    "5pm fri 6pm", "in +1h", "in -2d", "in fri", "1h60m", "1h30d", "1d2h", "wedn esday", "+7974y", "+100000y", "-3000y",
    "15.", "1.2. dec", "24--dec", "-24-dec", "2026-012-24", "2026-12-024", "in -2 days", "ago", "in 2 days ago",
    "-2 days ago", "fri ago", "week ago", "--2 days", "this day", "next",
    "last weekend",
  ])
  func otherTextsAreNone(_ phrase: String) {
    #expect(DatePhrase.span(of: phrase, Self.reference) == nil)
  }

  /// What is due then would be overdue from the beginning.
  @Test func tonightIsNeverOver() throws {
    for hour in [0, 12, 19, 20, 21, 23] {
      let now = Self.reference.today.addingTimeInterval(Double(hour) * 3_600)
      let span = try #require(
        DatePhrase.span(of: "tonight", DateReference(now: now, calendar: Self.reference.calendar)))
      #expect(text(span.due) == (hour < 20 ? "2026-11-21 20:00" : "2026-11-21 23:59") && span.due > now)
    }
  }

  @Test func theWeekendHasBegunOnSaturday() throws {
    for (offset, day) in [(-1, "2026-11-21"), (0, "2026-11-21"), (1, "2026-11-22"), (2, "2026-11-28")] {
      let now = Self.reference.now.addingTimeInterval(Double(offset) * 86_400)
      let reference = DateReference(now: now, calendar: Self.reference.calendar)
      #expect(try text(#require(DatePhrase.span(of: "weekend", reference)).start) == "\(day) 00:00")
    }
  }

  @Test(arguments: [1, 2]) func theNextWeekendIsAWeekAfterThisOne(_ firstWeekday: Int) throws {
    var calendar = Self.reference.calendar
    calendar.firstWeekday = firstWeekday
    for (offset, day) in [(-1, "2026-11-28"), (0, "2026-11-28"), (1, "2026-11-28"), (2, "2026-12-05")] {
      let now = Self.reference.now.addingTimeInterval(Double(offset) * 86_400)
      let span = DatePhrase.span(of: "next weekend", DateReference(now: now, calendar: calendar))
      #expect(try text(#require(span).start) == "\(day) 00:00")
    }
  }

  @Test func aMomentIsAWholeMinute() throws {
    let now = Self.reference.now.addingTimeInterval(20.5)
    let reference = DateReference(now: now, calendar: Self.reference.calendar)
    let spans = try ["now", "+2h"].map { try #require(DatePhrase.span(of: $0, reference)) }
    #expect(spans.map { $0.start.timeIntervalSince(Self.reference.now) } == [0, 7_200])
  }

  /// The clock skips the first hour of 6 September 2026 in Santiago.
  @Test(arguments: ["2026-09-06", "tomorrow", "+1d", "sun", "weekend"])
  func aDayWithoutAMidnightEndsWithItself(_ phrase: String) throws {
    var calendar = Self.reference.calendar
    calendar.timeZone = try #require(TimeZone(identifier: "America/Santiago"))
    calendar.firstWeekday = 2
    let saturday = Date(timeIntervalSince1970: 1_788_631_200)
    let now = phrase == "weekend" ? saturday.addingTimeInterval(86_400) : saturday
    let span = try #require(DatePhrase.span(of: phrase, DateReference(now: now, calendar: calendar)))
    // From 4:00 to 3:00 in UTC.
    #expect(span.start.timeIntervalSince(saturday) == 10 * 3_600 && span.end.timeIntervalSince(saturday) == 33 * 3_600)
    #expect(span.due.isEndOfDay(in: calendar))
    let after = DateReference(now: span.start.addingTimeInterval(3_600), calendar: calendar)
    #expect(DatePhrase.span(of: "tomorrow", after)?.start == span.end)
    #expect(DatePhrase.span(of: "yesterday", after)?.end == span.start)
  }

  @Test(arguments: [Calendar.Identifier.buddhist, .persian, .hebrew])
  func daysAndYearsAreGregorianWhateverTheCalendar(_ identifier: Calendar.Identifier) throws {
    var calendar = Calendar(identifier: identifier)
    calendar.timeZone = Self.reference.calendar.timeZone
    let reference = DateReference(now: Self.reference.now, calendar: calendar)
    for (phrase, day) in [
      ("24 dec", "2026-12-24"), ("3rd", "2026-12-03"), ("1.2.", "2027-02-01"), ("2026-12-24", "2026-12-24"),
    ] {
      #expect(try text(#require(DatePhrase.span(of: phrase, reference)).start) == "\(day) 00:00", "\(phrase)")
    }
  }

  @Test(arguments: [
    ("this week", "2026-11-22", "2026-11-16", "2026-11-23"), ("next week", "2026-11-23", "2026-11-23", "2026-11-30"),
    ("last week", "2026-11-09", "2026-11-09", "2026-11-16"), ("this month", "2026-11-30", "2026-11-01", "2026-12-01"),
    ("next month", "2026-12-01", "2026-12-01", "2027-01-01"), ("last month", "2026-10-01", "2026-10-01", "2026-11-01"),
    ("This year", "2026-12-31", "2026-01-01", "2027-01-01"), ("next year", "2027-01-01", "2027-01-01", "2028-01-01"),
    ("last year", "2025-01-01", "2025-01-01", "2026-01-01"), ("weekend", "2026-11-21", "2026-11-21", "2026-11-23"),
    ("next weekend", "2026-11-28", "2026-11-28", "2026-11-30"), ("fri", "2026-11-27", "2026-11-27", "2026-11-28"),
  ])
  func aPeriodIsADayAndInQueriesAllItsDays(_ phrase: String, _ day: String, _ first: String, _ end: String) throws {
    let span = try #require(DatePhrase.span(of: phrase, Self.reference))
    #expect(span.isDay && text(span.start) == "\(day) 00:00" && text(span.due) == "\(day) 23:59")
    #expect(text(span.found.lowerBound) == "\(first) 00:00" && text(span.found.upperBound) == "\(end) 00:00")
    let morning = try #require(DatePhrase.span(of: "\(phrase) 9:00", Self.reference))
    #expect(text(morning.start) == "\(day) 09:00" && morning.found == morning.start..<morning.end)
  }

  /// Each month that has the day, and no other, is the next one for some day.
  @Test func aDayOfTheMonthIsTheNextOneThatThereIs() throws {
    for offset in 0..<800 {
      let now = Self.reference.now.addingTimeInterval(Double(offset) * 86_400)
      let reference = DateReference(now: now, calendar: Self.reference.calendar)
      for (word, number) in [("1st", 1), ("29th", 29), ("30th", 30), ("31st", 31)] {
        let day = try #require(DatePhrase.span(of: word, reference)).start
        let expected = try #require(
          (0..<100).lazy.map { reference.today.addingTimeInterval(Double($0) * 86_400 + 43_200) }
            .first { reference.calendar.component(.day, from: $0) == number })
        #expect(reference.calendar.isDate(day, inSameDayAs: expected), "\(word) on \(text(now)) is \(text(day))")
      }
    }
  }

  @Test func daysAreThoseOfTheCalendarWhereTheClockChanges() throws {
    // On 28 March 2027 the clock skips an hour in Berlin.
    let span = try #require(DatePhrase.span(of: "2027-03-28", Self.reference))
    #expect(span.end.timeIntervalSince(span.start) == 23 * 3_600)
    #expect(DatePhrase.span(of: "2027-03-28 02:30", Self.reference) != nil)
  }

  /// What is due then would be overdue from the beginning.
  @Test(arguments: [1, 2]) func thisWeekdayIsNeverADayThatHasGoneBy(_ firstWeekday: Int) throws {
    var calendar = Self.reference.calendar
    calendar.firstWeekday = firstWeekday
    for offset in 0..<14 {
      let now = Self.reference.now.addingTimeInterval(Double(offset) * 86_400)
      let reference = DateReference(now: now, calendar: calendar)
      for name in ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] {
        let day = try #require(DatePhrase.span(of: "this \(name)", reference)).start
        let distance = try #require(calendar.dateComponents([.day], from: reference.today, to: day).day)
        #expect((0..<7).contains(distance), "this \(name) on \(text(now)) is \(text(day))")
      }
    }
    let sunday = DateReference(now: Self.reference.now.addingTimeInterval(86_400), calendar: calendar)
    #expect(try text(#require(DatePhrase.span(of: "this fri", sunday)).start) == "2026-11-27 00:00")
  }

  @Test func weeksBeginWhereTheCalendarSaysSo() throws {
    var calendar = Self.reference.calendar
    calendar.firstWeekday = 1
    let reference = DateReference(now: Self.reference.now, calendar: calendar)
    #expect(try text(#require(DatePhrase.span(of: "eow", reference)).start) == "2026-11-21 00:00")
    #expect(try text(#require(DatePhrase.span(of: "next sun", reference)).start) == "2026-11-22 00:00")
  }
}
