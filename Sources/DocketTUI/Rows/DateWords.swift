import DocketConfiguration
import DocketData
import Foundation

/// Says when something was or will be, relative to a moment.
///
/// It does not tick: words change when a day ends, and when what is due becomes overdue.
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
    switch local.dayNumber - today.dayNumber {
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
    return [mark + Self.iso(local, time: !local.isEndOfDay), mark + Self.iso(local, time: false)]
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
