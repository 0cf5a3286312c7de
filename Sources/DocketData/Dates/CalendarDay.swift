import Foundation

/// A day of the Gregorian calendar, without a time zone.
public struct CalendarDay: RawRepresentable, Codable, Hashable, Comparable, Sendable {
  /// The year, month and day as the digits of one number: 20261224.
  public let rawValue: Int

  /// The day for a number such as 20261224; nil if there is no such day.
  public init?(rawValue: Int) {
    self.init(year: rawValue / 10_000, month: rawValue / 100 % 100, day: rawValue % 100)
  }

  /// The day for a year, a month and a day of the month; nil if there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (0...9_999).contains(year), (1...12).contains(month), (1...31).contains(day),
      Self(daysSince1970: Self.days(year, month, day)).parts == (year, month, day)
    else { return nil }
    rawValue = year * 10_000 + month * 100 + day
  }

  /// Parses `2026-12-24` or `20261224`; nil for any other text.
  public init?(_ text: some StringProtocol) {
    var digits = DigitReader(text.utf8)
    guard let year = digits.take(4), digits.skip("-"), let month = digits.take(2), digits.skip("-"),
      let day = digits.take(2), digits.isAtEnd
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The day of a moment in a time zone.
  public init(_ date: Date, in timeZone: TimeZone) {
    let (first, last) = (Self.allSeconds.lowerBound, Self.allSeconds.upperBound)
    let local = min(max(Self.localSeconds(date, timeZone), first), last)
    self.init(daysSince1970: Int((local / 86_400).rounded(.down)))
  }

  /// Whether a moment is on a day that can be written; else the nearest such day stands for it.
  static func canWrite(_ date: Date, in timeZone: TimeZone) -> Bool {
    allSeconds.contains(localSeconds(date, timeZone))
  }

  private static func localSeconds(_ date: Date, _ timeZone: TimeZone) -> Double {
    let exact = date.timeIntervalSince1970
    return (exact.isNaN ? 0 : exact) + Double(timeZone.secondsFromGMT(for: date))
  }

  /// The day as it is written: "2026-12-24".
  public var text: String {
    let (year, month, day) = parts
    return "\(TimestampText.pad(year, 4))-\(TimestampText.pad(month))-\(TimestampText.pad(day))"
  }

  /// The year, from 0 to 9999.
  public var year: Int { parts.year }
  /// The month, from 1 to 12.
  public var month: Int { parts.month }
  /// The day of the month, from 1.
  public var day: Int { parts.day }
  /// The day of the week, from 0 for Sunday.
  public var weekday: Int {
    // 1 January 1970 was a Thursday.
    ((daysSince1970 + 4) % 7 + 7) % 7
  }

  /// The first moment of the day, in the time zone of a calendar.
  public func start(in calendar: Calendar) -> Date { Self.start(of: daysSince1970, in: calendar) }

  private static func start(of daysSince1970: Int, in calendar: Calendar) -> Date {
    // Noon is never skipped when clocks are changed, while midnight may be.
    let noon = Double(daysSince1970) * 86_400 + 43_200
    let guess = Date(timeIntervalSince1970: noon - Double(calendar.timeZone.secondsFromGMT()))
    let offset = calendar.timeZone.secondsFromGMT(for: guess)
    return calendar.startOfDay(for: Date(timeIntervalSince1970: noon - Double(offset)))
  }

  /// The last second of the day, in the time zone of a calendar: what is due on the day is overdue afterwards.
  public func end(in calendar: Calendar) -> Date {
    Self.start(of: daysSince1970 + 1, in: calendar).addingTimeInterval(-1)
  }

  func days(to other: CalendarDay) -> Int { other.daysSince1970 - daysSince1970 }

  /// The day some days later, or earlier if negative; the first or the last one of the calendar if that is too far.
  public func adding(days: Int) -> CalendarDay { CalendarDay(daysSince1970: daysSince1970 + days) }

  /// Compares days by time.
  public static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.rawValue < right.rawValue }

  var parts: (year: Int, month: Int, day: Int) { (rawValue / 10_000, rawValue / 100 % 100, rawValue % 100) }
  var daysSince1970: Int { Self.days(parts.year, parts.month, parts.day) }

  /// The years that are written with four digits: no other day can be stored.
  private static let allDays = days(0, 1, 1)...days(9_999, 12, 31)
  /// Their seconds since 1970.
  private static let allSeconds: ClosedRange<Double> = -62_167_219_200...253_402_300_799

  /// The nearest day that can be written.
  ///
  /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
  init(daysSince1970 days: Int) {
    let shifted = min(max(days, Self.allDays.lowerBound), Self.allDays.upperBound) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    rawValue = year * 10_000 + month * 100 + dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
  }

  /// The days from 1970 to a date of the Gregorian calendar; month 13 is the next January.
  ///
  /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`.
  static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

/// The first and last moments of days, each calculated once: the dates of a file are in a few hundred days.
struct DayBounds {
  private static let maxCount = 4_096

  private let calendar: Calendar
  private var starts: [CalendarDay: Date] = [:]
  private var ends: [CalendarDay: Date] = [:]

  init(_ calendar: Calendar) { self.calendar = calendar }

  /// The moment at which something begins.
  mutating func start(of date: Due) -> Date {
    Self.moment(of: date, in: &starts) { [calendar] in date.start(in: calendar) }
  }

  /// The moment after which something is overdue.
  mutating func end(of date: Due) -> Date { Self.moment(of: date, in: &ends) { [calendar] in date.date(in: calendar) } }

  private static func moment(of date: Due, in known: inout [CalendarDay: Date], _ calculate: () -> Date) -> Date {
    guard let day = date.day else { return calculate() }
    if let moment = known[day] { return moment }
    if known.count >= maxCount { known.removeAll(keepingCapacity: true) }
    let moment = calculate()
    known[day] = moment
    return moment
  }
}
