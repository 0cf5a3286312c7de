import DocketConfiguration
import Foundation
import Testing

@testable import DocketTUI

@Suite("Dates in words")
@MainActor
struct DateWordsTests {
  private let words = DateWords(now: ScreenFixture.now, style: .relative)

  @Test func whatIsDueSoonIsSaidAsPeopleSayIt() {
    #expect(words.due(.moment(ScreenFixture.day(0, at: 17))) == ["today 17:00", "17:00"])
    #expect(words.due(.moment(ScreenFixture.wholeDay(0))) == ["today", "today"])
    #expect(words.due(.moment(ScreenFixture.day(1, at: 9, minute: 5))) == ["tomorrow 09:05", "tomorrow"])
    #expect(words.due(.moment(ScreenFixture.wholeDay(1))) == ["tomorrow", "tomorrow"])
    let weekday = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][LocalDate(ScreenFixture.day(6, at: 12)).weekday]
    #expect(words.due(.moment(ScreenFixture.wholeDay(6))) == [weekday, weekday])
  }

  @Test func whatIsOverdueSaysSinceWhen() {
    #expect(words.due(.moment(ScreenFixture.day(0, at: 9))) == ["overdue 09:00", "overdue"])
    #expect(words.due(.moment(ScreenFixture.wholeDay(-1))) == ["overdue 1 d", "overdue"])
    #expect(words.due(.moment(ScreenFixture.wholeDay(-40))) == ["overdue 40 d", "overdue"])
  }

  @Test func anotherYearIsNamed() throws {
    #expect(words.due(.moment(try noon(2100, 1, 1))) == ["2100-01-01", "Jan 2100"])
    #expect(words.past(try noon(2001, 9, 9)) == ["2001-09-09", "Sep 2001"])
  }

  private var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .current
    return calendar
  }

  private func noon(_ year: Int, _ month: Int, _ day: Int) throws -> Date {
    try #require(calendar.date(from: DateComponents(year: year, month: month, day: day, hour: 12)))
  }

  @Test func isoDatesMarkWhatIsOverdueInText() {
    let iso = DateWords(now: ScreenFixture.now, style: .iso)
    let late = LocalDate(ScreenFixture.day(-1, at: 9))
    let day = String(format: "%04d-%02d-%02d", late.year, late.month, late.day)
    #expect(iso.due(.moment(ScreenFixture.day(-1, at: 9))) == ["! \(day) 09:00", "! \(day)", "overdue"])
    #expect(iso.due(.moment(ScreenFixture.day(0, at: 17)))[0].hasSuffix(" 17:00"))
  }

  @Test(arguments: [(2000, 2, 29), (2026, 11, 21), (1969, 12, 31), (2400, 3, 1)])
  func daysAreCountedAcrossMonthsAndYears(_ year: Int, _ month: Int, _ day: Int) throws {
    let date = try noon(year, month, day)
    for offset in [-400, -31, -1, 0, 1, 28, 366] {
      let other = try #require(calendar.date(byAdding: .day, value: offset, to: date))
      #expect(LocalDate(other).dayNumber - LocalDate(date).dayNumber == offset)
    }
  }
}
