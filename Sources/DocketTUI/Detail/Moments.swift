import Foundation

/// Says in words when something was or will be, seen from a moment.
///
/// It does not tick: what was drawn stays until something else happens.
struct Moments: Hashable, Sendable {
  private let now: Date
  private let today: LocalDate
  private let clock: DayClock

  init(now: Date) {
    // Words have no parts of seconds, so what is drawn within one stays the same.
    self.now = Date(timeIntervalSinceReferenceDate: now.timeIntervalSinceReferenceDate.rounded(.down))
    today = LocalDate(self.now)
    clock = DayClock(now: self.now)
  }

  /// "12 s ago", "3 h ago", "3 d ago"; the date if it is longer ago, or to come.
  func ago(_ date: Date) -> String {
    let seconds = now.timeIntervalSince(date)
    // A clock elsewhere may be a little ahead.
    if abs(seconds) < 2 { return "now" }
    guard (0..<30 * 86_400).contains(seconds) else { return clock.text(date) }
    let distance = Int(seconds)
    return switch distance {
    case ..<60: "\(distance) s ago"
    case ..<3_600: "\(distance / 60) min ago"
    case ..<86_400: "\(distance / 3_600) h ago"
    default: "\(distance / 86_400) d ago"
    }
  }

  /// "today 17:00", "tomorrow", "Fri 9:00", "24 Dec", "2027-12-24": the day, and the time unless it is its last second.
  func day(_ date: Date) -> String {
    let local = LocalDate(date)
    let isWholeDay = (local.hour, local.minute) == (23, 59)
    return day(local, date) + (isWholeDay ? "" : " \(local.hour):\(local.minute < 10 ? "0" : "")\(local.minute)")
  }

  private func day(_ local: LocalDate, _ date: Date) -> String {
    switch local.dayNumber - today.dayNumber {
    case 0: "today"
    case 1: "tomorrow"
    case -1: "yesterday"
    case 2...6: local.weekdayName
    default: clock.text(date)
    }
  }

  /// Whether a moment has passed.
  func isPast(_ date: Date) -> Bool { date < now }
}
