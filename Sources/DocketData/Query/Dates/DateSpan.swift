import Foundation

/// What a date that somebody typed stands for: a day, or a minute if there was a time.
public struct DateSpan: Hashable, Sendable {
  /// The first moment.
  public let start: Date
  /// The first moment that is not in it any more.
  public let end: Date
  /// Whether it is a day.
  public let isDay: Bool

  /// A day.
  init(day: Date, _ reference: DateReference) {
    start = reference.calendar.startOfDay(for: day)
    end = reference.day(1, from: start)
    isDay = true
  }

  /// A minute.
  init(minute: Date) {
    start = minute
    end = minute.addingTimeInterval(60)
    isDay = false
  }

  /// The moment that something is due which is due then: the time, or the last second of the day.
  ///
  /// So what is due today becomes overdue tomorrow.
  public var due: Date { isDay ? end.addingTimeInterval(-1) : start }
}

extension Date {
  /// Whether it is the last second of a day, as dates are that people typed without a time.
  public func isEndOfDay(in calendar: Calendar) -> Bool {
    let next = addingTimeInterval(1)
    let seconds = next.timeIntervalSince1970
    // Days begin at whole minutes everywhere since 1972, and a calendar takes far longer to say when.
    let isOfLocalMeanTime = seconds < 2 * 365 * 86_400
    guard isOfLocalMeanTime || seconds.truncatingRemainder(dividingBy: 60) == 0 else { return false }
    return calendar.startOfDay(for: next) == next
  }
}
