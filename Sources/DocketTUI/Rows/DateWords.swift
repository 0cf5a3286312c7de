import DocketConfiguration
import DocketData
import Foundation

/// Says when something was or will be, relative to a moment.
///
/// It has no timer: words change when a day ends, and when something becomes overdue.
struct DateWords: Hashable, Sendable {
  let now: Date
  let style: DateStyle
  private let today: LocalDate

  init(now: Date, style: DateStyle) {
    self.now = now
    self.style = style
    today = LocalDate(now)
  }

  /// Whether another moment has the same day.
  func hasDay(of date: Date) -> Bool { today.hasDay(of: LocalDate(date)) }

  /// Whether something due then is overdue: a day when it is over, wherever it was given.
  func isPast(_ due: Due) -> Bool {
    switch due {
    case .day(let day): LocalDate(day).dayNumber < today.dayNumber
    case .moment(let date): date < now
    }
  }

  /// The number of days until something is due, by the calendar.
  private func days(until due: Due) -> Int { LocalDate(due).dayNumber - today.dayNumber }

  /// Whether something is overdue, or due today, tomorrow or later.
  func section(of due: Due) -> AgendaSection {
    if isPast(due) { return .overdue }
    switch days(until: due) {
    case 0: return .today
    case 1: return .tomorrow
    default: return .later
    }
  }

  /// Whether something has not begun: a day before its first moment.
  func isToCome(_ start: Due) -> Bool {
    switch start {
    case .day: days(until: start) > 0
    case .moment(let date): date > now
    }
  }

  /// When something was: "17:04" today, "21 Nov" this year, "2025-11-21" before.
  func past(_ date: Date) -> [String] {
    let local = LocalDate(date)
    if style == .iso { return [Self.iso(local, time: true), Self.iso(local, time: false)] }
    if local.hasDay(of: today) { return [Self.time(local)] }
    if local.year == today.year { return [Self.dayOfMonth(local)] }
    return [Self.iso(local, time: false), Self.monthOfYear(local)]
  }

  /// When something is due, the longest way to say it first: "today 17:00", "tomorrow", "Fri 14:00", "24 Dec".
  func due(_ due: Due) -> [String] {
    let local = LocalDate(due)
    let time = local.isEndOfDay ? nil : Self.time(local)
    if style == .iso { return isoDue(local, isPast: isPast(due)) }
    if isPast(due) { return overdue(local, time) }
    switch days(until: due) {
    case 0: return [Self.joined("today", time), time ?? "today"]
    case 1: return [Self.joined("tomorrow", time), "tomorrow"]
    case 2...6: return [Self.joined(Self.weekdays[local.weekday], time), Self.weekdays[local.weekday]]
    default: return later(local, time)
    }
  }

  /// The day and the time, as there is room for both: "Fri 27 Nov 17:00".
  func exact(_ due: Due) -> String {
    let local = LocalDate(due)
    if style == .iso { return Self.iso(local, time: !local.isEndOfDay) }
    let year = local.year == today.year ? "" : " \(local.year)"
    let day = "\(Self.weekdays[local.weekday]) \(Self.dayOfMonth(local))\(year)"
    return Self.joined(day, local.isEndOfDay ? nil : Self.time(local))
  }

  private func later(_ local: LocalDate, _ time: String?) -> [String] {
    guard local.year == today.year else { return [Self.iso(local, time: false), Self.monthOfYear(local)] }
    return [Self.joined(Self.dayOfMonth(local), time), Self.dayOfMonth(local)]
  }

  private func overdue(_ local: LocalDate, _ time: String?) -> [String] {
    let days = today.dayNumber - local.dayNumber
    let since = days == 0 ? time ?? "" : "\(days) d"
    return [Self.joined("overdue", since), "overdue"]
  }

  private func isoDue(_ local: LocalDate, isPast: Bool) -> [String] {
    let mark = isPast ? "! " : ""
    let dates = [mark + Self.iso(local, time: !local.isEndOfDay), mark + Self.iso(local, time: false)]
    // A date that is cut says nothing.
    return isPast ? dates + ["overdue"] : dates
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  private static func joined(_ day: String, _ time: String?) -> String { time.map { "\(day) \($0)" } ?? day }

  private static func time(_ date: LocalDate) -> String { "\(twoDigits(date.hour)):\(twoDigits(date.minute))" }

  private static func dayOfMonth(_ date: LocalDate) -> String { "\(date.day) \(months[date.month - 1])" }

  private static func monthOfYear(_ date: LocalDate) -> String { "\(months[date.month - 1]) \(date.year)" }

  private static func iso(_ date: LocalDate, time: Bool) -> String {
    let day = "\(date.year)-\(twoDigits(date.month))-\(twoDigits(date.day))"
    return time ? "\(day) \(Self.time(date))" : day
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

// MARK: - Dates of the wall

/// A day or a moment in the time zone of the user.
///
/// `localtime_r` rather than `Calendar`: it costs a microsecond, and nothing at start-up.
struct LocalDate: Hashable, Sendable {
  let year: Int
  let month: Int
  let day: Int
  let hour: Int
  let minute: Int
  let second: Int

  /// A moment.
  init(_ date: Date) {
    // Beyond what the C library can say, the nearest it can.
    var seconds = time_t(min(max(date.timeIntervalSince1970, -62_135_596_800), 253_402_300_799))
    var parts = tm()
    localtime_r(&seconds, &parts)
    year = Int(parts.tm_year) + 1900
    month = Int(parts.tm_mon) + 1
    day = Int(parts.tm_mday)
    hour = Int(parts.tm_hour)
    minute = Int(parts.tm_min)
    second = Int(parts.tm_sec)
  }

  /// The last second of a day, which is the same day in every time zone.
  init(_ day: CalendarDay) {
    (year, month, self.day) = (day.rawValue / 10_000, day.rawValue / 100 % 100, day.rawValue % 100)
    (hour, minute, second) = (23, 59, 59)
  }

  /// A day, or a moment in the time zone of the user.
  init(_ due: Due) {
    switch due {
    case .day(let day): self.init(day)
    case .moment(let date): self.init(date)
    }
  }

  func hasDay(of other: LocalDate) -> Bool { (year, month, day) == (other.year, other.month, other.day) }

  /// Whether it is the last second of a day, which stands for the whole day.
  var isEndOfDay: Bool { (hour, minute, second) == (23, 59, 59) }

  /// The weekday; 0 is Sunday.
  var weekday: Int { ((dayNumber + 3) % 7 + 7) % 7 }

  /// The number of the day, so that days can be counted across months.
  ///
  /// Source: https://howardhinnant.github.io/date_algorithms.html#days_from_civil
  var dayNumber: Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
  }
}

// MARK: - Ages

/// Says in words how long ago something was, or when it is due.
///
/// It has no timer: a drawn text stays until the next event.
struct Moments: Hashable, Sendable {
  private let now: Date
  private let words: DateWords

  init(now: Date, style: DateStyle = .relative) {
    // Words have no parts of seconds, so what is drawn within one stays the same.
    self.now = Date(timeIntervalSinceReferenceDate: now.timeIntervalSinceReferenceDate.rounded(.down))
    words = DateWords(now: self.now, style: style)
  }

  /// "12 s ago", "3 h ago", "3 d ago"; the date if it is longer ago, or to come.
  func ago(_ date: Date) -> String {
    let seconds = now.timeIntervalSince(date)
    // A clock elsewhere may be a little ahead.
    guard words.style == .relative, (-2..<30 * 86_400).contains(seconds) else { return words.past(date)[0] }
    let distance = Int(seconds)
    return switch distance {
    case ..<2: "now"
    case ..<60: "\(distance) s ago"
    case ..<3_600: "\(distance / 60) min ago"
    case ..<86_400: "\(distance / 3_600) h ago"
    default: "\(distance / 86_400) d ago"
    }
  }

  /// "today 17:00", "Fri 20 Nov 12:00, overdue".
  func due(_ due: Due) -> String { words.isPast(due) ? words.exact(due) + ", overdue" : toCome(due) }

  /// "today 17:00", of a done item, which is never overdue.
  func wasDue(_ due: Due) -> String { words.isPast(due) ? words.exact(due) : toCome(due) }

  /// "tomorrow 17:00", of a date to come.
  func toCome(_ date: Due) -> String { words.due(date)[0] }

  /// Whether something is overdue, or due today, tomorrow or later.
  func section(of due: Due) -> AgendaSection { words.section(of: due) }
}
