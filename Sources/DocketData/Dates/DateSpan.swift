import DocketLocking
import Foundation

/// The moment and the calendar that typed dates are relative to.
public struct DateReference: Hashable, Sendable {
  /// The present moment.
  public let now: Date
  /// The calendar, with its time zone and its first day of the week.
  public let calendar: Calendar
  /// What dates such as `12/24` mean.
  public let slashDates: SlashDates

  /// Creates a reference, by default for the user's calendar.
  public init(now: Date = Date(), calendar: Calendar = .current, slashDates: SlashDates = .current) {
    self.now = now
    self.calendar = calendar
    self.slashDates = slashDates
  }

  /// Whether a moment is in the same minute as `now`.
  public func isInMinute(of moment: Date) -> Bool {
    func minute(of date: Date) -> Double { (date.timeIntervalSinceReferenceDate / 60).rounded(.down) }
    return minute(of: now) == minute(of: moment)
  }

  /// The first moment of today.
  public var today: Date { calendar.startOfDay(for: now) }

  /// Today in the Gregorian calendar, whichever the user's own is.
  var gregorianDay: CalendarDay { CalendarDay(now, in: calendar.timeZone) }

  /// The beginning of the present minute.
  var minute: Date {
    Date(timeIntervalSinceReferenceDate: (now.timeIntervalSinceReferenceDate / 60).rounded(.down) * 60)
  }

  /// The first moment of the day some days after another day, or after today.
  func day(_ offset: Int, from day: Date? = nil) -> Date {
    // A day whose midnight the clock skips begins at 1:00, and the days around it do not.
    calendar.startOfDay(for: adding(offset, .day, to: day ?? today))
  }

  /// A date some calendar units after another.
  func adding(_ count: Int, _ unit: Calendar.Component, to date: Date) -> Date {
    calendar.date(byAdding: unit, value: count, to: date) ?? date
  }
}

/// Which number of a date such as `12/24` is the month, as a person has set it.
public enum SlashDates: String, Hashable, Sendable {
  /// Such words are no dates.
  case off
  case monthFirst = "month-first"
  case dayFirst = "day-first"

  /// What a process begins with, see ``use(_:)``.
  public static var current: SlashDates { chosen.withLock(\.self) }

  /// Sets what such dates mean in this process, before the first is parsed.
  public static func use(_ choice: SlashDates) { chosen.withLock { $0 = choice } }

  private static let chosen = Lock(SlashDates.off)

  /// Whether a text may have such a date.
  public static func areIn(_ text: String) -> Bool { text.contains(/\d\/\d/) }
}

/// The span of time that a typed date stands for: a day, or a minute if it has a time.
public struct DateSpan: Hashable, Sendable {
  /// The first moment.
  public let start: Date
  /// The first moment after the span.
  public let end: Date
  /// Whether the span is a day.
  public let isDay: Bool
  /// The time that was typed without a day, of which this is the next one; nil if a day was typed.
  let timeAlone: TimeOfDay?
  /// What a query finds for it: all days of `next week`, of which the first is meant elsewhere; else the span itself.
  public let found: Range<Date>

  /// - Parameter period: the days that the day stands for; nil for itself.
  init(day: Date, of period: Range<Date>? = nil, _ reference: DateReference) {
    start = reference.calendar.startOfDay(for: day)
    end = reference.day(1, from: start)
    (isDay, timeAlone) = (true, nil)
    found = period ?? start..<end
  }

  init(minute: Date, timeAlone: TimeOfDay? = nil) {
    start = minute
    end = minute.addingTimeInterval(60)
    (isDay, self.timeAlone) = (false, timeAlone)
    found = start..<end
  }

  /// The due date that the span means: the time, or the last second of the day, so that it is overdue the day after.
  public var due: Date { isDay ? end.addingTimeInterval(-1) : start }

  /// The due date that the span means for an item that repeats: a time without a day is that of the first day that the rule
  /// names; without such a day, or a rule, it is ``due``.
  public func due(repeating rule: RecurrenceRule?, _ reference: DateReference) -> Date {
    timeAlone.flatMap { rule?.first(at: $0, from: start, reference) } ?? due
  }

  /// The start date that the span means: the day or the moment.
  ///
  /// - Parameter calendar: the calendar of the reference.
  public func start(in calendar: Calendar) -> Due {
    isDay ? .day(CalendarDay(start, in: calendar.timeZone)) : .moment(start)
  }
}

extension Date {
  /// Whether it is the last second of a day, which stands for the day.
  public func isEndOfDay(in calendar: Calendar) -> Bool {
    let next = addingTimeInterval(1)
    let seconds = next.timeIntervalSince1970
    // Days begin at whole minutes everywhere since 1972, and asking the calendar takes far longer.
    let isOfLocalMeanTime = seconds < 2 * 365 * 86_400
    guard isOfLocalMeanTime || seconds.truncatingRemainder(dividingBy: 60) == 0 else { return false }
    return calendar.startOfDay(for: next) == next
  }
}
