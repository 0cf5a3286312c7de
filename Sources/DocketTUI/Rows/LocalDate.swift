import Foundation

/// A moment in the time zone of the user, as the calendar on the wall shows it.
///
/// `localtime_r` rather than `Calendar`: it costs a microsecond, and nothing at start-up.
struct LocalDate: Hashable, Sendable {
  let year: Int
  let month: Int
  let day: Int
  let hour: Int
  let minute: Int

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
  }

  func hasDay(of other: LocalDate) -> Bool { (year, month, day) == (other.year, other.month, other.day) }
}
