import Foundation

/// Says when something was, relative to a day: the time if it was today, otherwise the date.
///
/// It does not tick: a row drawn this morning need not be drawn again until tomorrow.
struct DayClock: Hashable, Sendable {
  private let today: LocalDate

  init(now: Date) {
    today = LocalDate(now)
  }

  /// "17:04" today, "21 Nov" this year, "2025-11-21" before.
  func text(_ date: Date) -> String {
    let local = LocalDate(date)
    if local.hasDay(of: today) { return "\(Self.twoDigits(local.hour)):\(Self.twoDigits(local.minute))" }
    if local.year == today.year { return "\(local.day) \(Self.months[local.month - 1])" }
    return "\(local.year)-\(Self.twoDigits(local.month))-\(Self.twoDigits(local.day))"
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
