import Foundation

/// When an item is due: on a day, whatever the time, or at a moment.
public enum Due: Hashable, Sendable {
  /// At any time of a day; it is overdue when the day is over.
  case day(CalendarDay)
  /// At a moment.
  case moment(Date)

  /// What a date that somebody typed means: the last second of a day stands for the day, because nobody types seconds.
  public init(typed date: Date, in calendar: Calendar) {
    self = date.isEndOfDay(in: calendar) ? .day(CalendarDay(date, in: calendar.timeZone)) : .moment(date)
  }

  /// What an item stores of it; nil for never.
  init?(deadline: Date, day: CalendarDay?) {
    guard deadline != .distantFuture else { return nil }
    self = day.map { .day($0) } ?? .moment(deadline)
  }

  /// The day, or nil if there is a time.
  public var day: CalendarDay? {
    if case .day(let day) = self { day } else { nil }
  }

  /// The moment after which it is overdue: the last second of a day.
  ///
  /// - Parameter calendar: the calendar and time zone in which a day ends.
  public func date(in calendar: Calendar) -> Date {
    switch self {
    case .day(let day): day.end(in: calendar)
    case .moment(let date): date
    }
  }
}

extension Due: RawRepresentable, Codable {
  /// As files have it, and as it is stored: "2026-12-24", or "2026-12-24T17:00:00.000Z".
  public var rawValue: String {
    switch self {
    case .day(let day): day.text
    case .moment(let date): TimestampText.extended(date)
    }
  }

  /// The day or the moment of a text; nil if it is neither.
  public init?(rawValue: String) { self.init(rawValue, in: .gmt) }

  /// The day or the moment of a text; nil if it is neither.
  ///
  /// - Parameter timeZone: that of a moment that does not say its own.
  init?(_ text: some StringProtocol, in timeZone: TimeZone) {
    if let day = CalendarDay(text) {
      self = .day(day)
    } else if let date = TimestampText.date(text, timeZone) {
      self = .moment(date)
    } else {
      return nil
    }
  }
}
