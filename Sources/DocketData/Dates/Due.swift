import Foundation

/// The due date or the start date of an item: a day without a time, or a moment.
public enum Due: Hashable, Sendable {
  case day(CalendarDay)
  case moment(Date)

  /// The meaning of a date that was typed: the last second of a day stands for the day, because nobody types seconds.
  public init(typed date: Date, in calendar: Calendar) {
    self = date.isEndOfDay(in: calendar) ? .day(CalendarDay(date, in: calendar.timeZone)) : .moment(date)
  }

  /// The due date that an item stores; nil for none.
  init?(deadline: Date, day: CalendarDay?) {
    guard deadline != .distantFuture else { return nil }
    self = day.map { .day($0) } ?? .moment(deadline)
  }

  /// The start date that an item stores; nil for none.
  init?(startMoment: Date, day: CalendarDay?) {
    guard startMoment != .distantPast else { return nil }
    self = day.map { .day($0) } ?? .moment(startMoment)
  }

  /// The day, or nil for a moment.
  public var day: CalendarDay? { if case .day(let day) = self { day } else { nil } }

  /// The day, or that of a moment in the calendar's time zone.
  func day(in calendar: Calendar) -> CalendarDay { day ?? CalendarDay(date(in: calendar), in: calendar.timeZone) }

  /// The date some days later; a moment has the same time of day.
  func adding(days: Int, in calendar: Calendar) -> Due {
    switch self {
    case .day(let day): .day(day.adding(days: days))
    case .moment(let moment): .moment(calendar.date(byAdding: .day, value: days, to: moment) ?? moment)
    }
  }

  /// The moment after which the item is overdue: for a day its last second in the calendar's time zone.
  public func date(in calendar: Calendar) -> Date {
    switch self {
    case .day(let day): day.end(in: calendar)
    case .moment(let date): date
    }
  }

  /// The moment at which it begins: for a day its first one in the calendar's time zone.
  public func start(in calendar: Calendar) -> Date {
    switch self {
    case .day(let day): day.start(in: calendar)
    case .moment(let date): date
    }
  }
}

extension Due {
  /// Whether something that starts then can't be begun before it is due; on the due day it can.
  public func isAfter(_ due: Due, in calendar: Calendar) -> Bool { start(in: calendar) > due.date(in: calendar) }
}

extension Due: RawRepresentable, Codable {
  /// The text that is stored and exported: "2026-12-24", or "2026-12-24T17:00:00.000Z".
  public var rawValue: String {
    switch self {
    case .day(let day): day.text
    case .moment(let date): TimestampText.extended(date)
    }
  }

  /// Parses a day or a moment; nil if the text is neither.
  public init?(rawValue: String) { self.init(rawValue, in: .gmt) }

  /// Parses a day or a moment; nil if the text is neither.
  ///
  /// - Parameter timeZone: the time zone of a moment without an offset.
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
