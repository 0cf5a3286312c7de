import DocketData
import Foundation

/// A day or a moment in the time zone of the user, as the calendar on the wall shows it.
///
/// `localtime_r` rather than `Calendar`: it costs a microsecond, and nothing at start-up.
struct LocalDate: Hashable, Sendable {
  let year: Int
  let month: Int
  let day: Int
  let hour: Int
  let minute: Int
  let second: Int

  /// A moment.
  init(_ date: Date) {
    // Beyond what the C library can say, the nearest it can.
    var seconds = time_t(min(max(date.timeIntervalSince1970, -62_135_596_800), 253_402_300_799))
    var parts = tm()
    localtime_r(&seconds, &parts)
    year = Int(parts.tm_year) + 1900
    month = Int(parts.tm_mon) + 1
    day = Int(parts.tm_mday)
    hour = Int(parts.tm_hour)
    minute = Int(parts.tm_min)
    second = Int(parts.tm_sec)
  }

  /// The last second of a day, which is the same day in every time zone.
  init(_ day: CalendarDay) {
    (year, month, self.day) = (day.rawValue / 10_000, day.rawValue / 100 % 100, day.rawValue % 100)
    (hour, minute, second) = (23, 59, 59)
  }

  /// A day, or a moment in the time zone of the user.
  init(_ due: Due) {
    switch due {
    case .day(let day): self.init(day)
    case .moment(let date): self.init(date)
    }
  }

  func hasDay(of other: LocalDate) -> Bool { (year, month, day) == (other.year, other.month, other.day) }

  /// Whether it is the last second of a day, which stands for the whole day.
  var isEndOfDay: Bool { (hour, minute, second) == (23, 59, 59) }

  /// Counted from 0, which is Sunday.
  var weekday: Int { ((dayNumber + 3) % 7 + 7) % 7 }

  /// The number of the day, so that days can be counted across months.
  ///
  /// Source: https://howardhinnant.github.io/date_algorithms.html#days_from_civil
  var dayNumber: Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
  }
}
