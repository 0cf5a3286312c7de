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

  private func isSame(_ new: Date, _ old: Date, _ hasTime: Bool) -> Bool {
    switch format {
    case .json, .csv: TimestampText.extended(new) == TimestampText.extended(old)
    case .todotxt where !hasTime: new == calendar.startOfDay(for: old)
    case .todotxt, .taskwarrior, .icalendar: TimestampText.basic(new) == TimestampText.basic(old)
    }
  }
}
