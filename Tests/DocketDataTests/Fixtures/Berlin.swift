import DocketData
import Foundation

/// A moment and a calendar that tests count from: Saturday, 21 November 2026, 14:30 in Berlin, weeks from Monday on.
enum Berlin {
  static let reference = DateReference(now: Date(timeIntervalSince1970: 1_795_267_800), calendar: calendar)

  private static var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
    calendar.firstWeekday = 2
    return calendar
  }

  /// The date and time on the wall.
  static func text(_ date: Date) -> String {
    let parts = reference.calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    func two(_ number: Int?) -> String { String(format: "%02d", number ?? 0) }
    let day = "\(parts.year ?? 0)-\(two(parts.month))-\(two(parts.day))"
    return "\(day) \(two(parts.hour)):\(two(parts.minute))"
  }
}
