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
  /// Whether a due date is that of a whole day: its last second.
  public func isEndOfDay(in calendar: Calendar) -> Bool {
    let next = addingTimeInterval(1)
    return calendar.startOfDay(for: next) == next
  }
}

extension Calendar {
  /// When something is due that is due on a day: the last second of it.
  ///
  /// - Parameter day: the first moment of the day.
  func endOfDay(_ day: Date) -> Date { (date(byAdding: .day, value: 1, to: day) ?? day).addingTimeInterval(-1) }
}
