import DocketConfiguration
import Foundation
import Testing

@testable import DocketTUI

@Suite("Dates in words")
@MainActor
struct DateWordsTests {
  private let words = DateWords(now: ScreenFixture.now, style: .relative)

  @Test func whatIsDueSoonIsSaidAsPeopleSayIt() {
    #expect(words.due(ScreenFixture.day(0, at: 17)) == ["today 17:00", "17:00"])
    #expect(words.due(ScreenFixture.wholeDay(0)) == ["today", "today"])
    #expect(words.due(ScreenFixture.day(1, at: 9, minute: 5)) == ["tomorrow 09:05", "tomorrow"])
    #expect(words.due(ScreenFixture.wholeDay(1)) == ["tomorrow", "tomorrow"])
    let weekday = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][LocalDate(ScreenFixture.day(6, at: 12)).weekday]
    #expect(words.due(ScreenFixture.wholeDay(6)) == [weekday, weekday])
  }

  @Test func whatIsOverdueSaysSinceWhen() {
    #expect(words.due(ScreenFixture.day(0, at: 9)) == ["overdue 09:00", "overdue"])
    #expect(words.due(ScreenFixture.wholeDay(-1)) == ["overdue 1 d", "overdue"])
    #expect(words.due(ScreenFixture.wholeDay(-40)) == ["overdue 40 d", "overdue"])
  }

  @Test func anotherYearIsNamed() {
    let far = Date(timeIntervalSince1970: 4_102_444_800 + 43_200)
    #expect(words.due(far) == ["2100-01-01", "Jan 2100"])
    #expect(words.past(Date(timeIntervalSince1970: 1_000_000_000)) == ["2001-09-09", "Sep 2001"])
  }

  @Test func isoDatesMarkWhatIsOverdueInText() {
    let iso = DateWords(now: ScreenFixture.now, style: .iso)
    let late = LocalDate(ScreenFixture.day(-1, at: 9))
    let day = String(format: "%04d-%02d-%02d", late.year, late.month, late.day)
    #expect(iso.due(ScreenFixture.day(-1, at: 9)) == ["! \(day) 09:00", "! \(day)"])
    #expect(iso.due(ScreenFixture.day(0, at: 17))[0].hasSuffix(" 17:00"))
  }

  @Test(arguments: [(2000, 2, 29), (2026, 11, 21), (1969, 12, 31), (2400, 3, 1)])
  func daysAreCountedAcrossMonthsAndYears(_ year: Int, _ month: Int, _ day: Int) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .current
    let date = try #require(calendar.date(from: DateComponents(year: year, month: month, day: day, hour: 12)))
    for offset in [-400, -31, -1, 0, 1, 28, 366] {
      let other = try #require(calendar.date(byAdding: .day, value: offset, to: date))
      #expect(LocalDate(other).dayNumber - LocalDate(date).dayNumber == offset)
    }
  }
}
