import Foundation
import Testing

@testable import DocketTUI

@Suite("Words for moments")
struct MomentsTests {
  /// Saturday.
  private let moments = Moments(now: Self.date(2026, 11, 21, 14, 30))

  private static let ages: [(Double, String)] = [
    (0, "now"), (1, "now"), (-1, "now"), (12, "12 s ago"), (59.9, "59 s ago"), (60, "1 min ago"), (3_599, "59 min ago"),
    (3_600, "1 h ago"), (86_399, "23 h ago"), (86_400, "1 d ago"), (2_505_600, "29 d ago"), (2_678_400, "21 Oct"),
    (34_560_000, "2025-10-17"), (-3_600, "15:30"), (-86_400, "22 Nov"),
  ]

  @Test(arguments: ages) func sayHowLongAgoItWas(_ seconds: Double, _ words: String) {
    #expect(moments.ago(Self.date(2026, 11, 21, 14, 30).addingTimeInterval(-seconds)) == words)
  }

  @Test func sayWhenItIsDueOrWas() {
    #expect(moments.due(.moment(Self.date(2026, 11, 21, 17, 0))) == "today 17:00")
    #expect(moments.due(.moment(Self.date(2026, 11, 20, 12, 0))) == "Fri 20 Nov 12:00, overdue")
    #expect(moments.wasDue(.moment(Self.date(2026, 11, 20, 12, 0))) == "Fri 20 Nov 12:00")
    #expect(moments.wasDue(.moment(Self.date(2026, 11, 21, 17, 0))) == "today 17:00")
  }

  @Test func sayDatesAsFilesDoIfThatIsWanted() {
    let moments = Moments(now: Self.date(2026, 11, 21, 14, 30), style: .iso)
    #expect(moments.ago(Self.date(2026, 11, 21, 14, 29)) == "2026-11-21 14:29")
    #expect(moments.due(.moment(Self.date(2026, 11, 20, 12, 0))) == "2026-11-20 12:00, overdue")
  }

  static func date(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int) -> Date {
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
    (parts.tm_hour, parts.tm_min, parts.tm_isdst) = (Int32(hour), Int32(minute), -1)
    return Date(timeIntervalSince1970: TimeInterval(mktime(&parts)))
  }
}
