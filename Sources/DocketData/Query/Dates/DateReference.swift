import Foundation

/// What dates that people type are relative to.
public struct DateReference: Hashable, Sendable {
  /// The moment that is now.
  public let now: Date
  /// The calendar, with its time zone and its first day of the week.
  public let calendar: Calendar

  /// Creates a reference; the user's own, unless told otherwise.
  public init(now: Date = Date(), calendar: Calendar = .current) {
    self.now = now
    self.calendar = calendar
  }

  /// The first moment of today.
  public var today: Date { calendar.startOfDay(for: now) }

  /// The first moment of a day, some days away from another one.
  func day(_ offset: Int, from day: Date? = nil) -> Date { adding(offset, .day, to: day ?? today) }

  /// A date some units of the calendar away.
  func adding(_ count: Int, _ unit: Calendar.Component, to date: Date) -> Date {
    calendar.date(byAdding: unit, value: count, to: date) ?? date
  }
}
