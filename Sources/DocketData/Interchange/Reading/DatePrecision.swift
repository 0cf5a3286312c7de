import Foundation

/// How exact the moments of a format are: what a file says in fewer digits than the store has is no change.
struct DatePrecision {
  private let format: InterchangeFormat
  private let calendar: Calendar

  init(_ format: InterchangeFormat, _ calendar: Calendar) {
    self.format = format
    self.calendar = calendar
  }

  /// The new date, or the old one if the format writes both in the same way.
  ///
  /// - Parameter hasTime: whether the format says more than the day, if it has times at all.
  func date(_ new: Date, insteadOf old: Date?, hasTime: Bool = true) -> Date {
    guard let old, new == old || isSame(new, old, hasTime) else { return new }
    return old
  }

  /// Whether the format writes two due dates in the same way.
  func isSame(_ new: Due?, _ old: Due?) -> Bool {
    switch (new, old) {
    case (.day(let new)?, .day(let old)?): new == old
    case (.moment(let new)?, .moment(let old)?): new == old || isSame(new, old, true)
    case (.day(let new)?, .moment(let old)?): format == .taskwarrior && isBound(old, of: new)
    case (nil, nil): true
    default: false
    }
  }

  /// Whether a moment is in the first or the last second of a day: what Taskwarrior means the day by.
  private func isBound(_ moment: Date, of day: CalendarDay) -> Bool {
    let second = Date(timeIntervalSince1970: moment.timeIntervalSince1970.rounded(.down))
    return second == day.start(in: calendar) || second == day.end(in: calendar)
  }

  private func isSame(_ new: Date, _ old: Date, _ hasTime: Bool) -> Bool {
    switch format {
    case .json, .csv: TimestampText.extended(new) == TimestampText.extended(old)
    case .todotxt where !hasTime: new == calendar.startOfDay(for: old)
    case .todotxt, .taskwarrior, .icalendar: TimestampText.basic(new) == TimestampText.basic(old)
    }
  }
}
