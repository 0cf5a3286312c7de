import DocketData
import Foundation

/// The days of a month in whole weeks, with the one under the cursor: a value without items.
struct MonthGrid: Hashable, Sendable {
  static let daysInWeek = 7
  private static let maxWeeks = 6

  /// The day under the cursor, which is in the month that is shown.
  private(set) var cursor: CalendarDay
  /// 0 for Sunday.
  private let firstWeekday: Int

  /// - Parameter firstWeekday: as in `Calendar`, 1 for Sunday.
  init(_ day: CalendarDay, firstWeekday: Int) {
    cursor = day
    self.firstWeekday = (firstWeekday - 1) % Self.daysInWeek
  }

  /// "December 2026".
  var title: String { "\(Self.months[cursor.month - 1]) \(cursor.year)" }

  /// The names of the columns.
  var weekdays: [String] { (0..<Self.daysInWeek).map { Self.names[($0 + firstWeekday) % Self.daysInWeek] } }

  /// The days in rows of a week, those of the months around at both ends.
  var weeks: [[CalendarDay]] {
    let first = cursor.adding(days: 1 - cursor.day)
    let start = first.adding(days: -((first.weekday - firstWeekday + Self.daysInWeek) % Self.daysInWeek))
    let weeks = (0..<Self.maxWeeks).map { week in
      (0..<Self.daysInWeek).map { start.adding(days: week * Self.daysInWeek + $0) }
    }
    return weeks.filter { $0.contains(where: isInMonth) }
  }

  func isInMonth(_ day: CalendarDay) -> Bool { day.month == cursor.month && day.year == cursor.year }

  // MARK: - Moving

  mutating func move(days: Int) { go(to: cursor.adding(days: days)) }

  /// Moves to the same day of another month, or to its last one.
  mutating func move(months: Int) {
    let (years, month) = Self.split(cursor.month - 1 + months)
    for day in stride(from: cursor.day, to: 0, by: -1) {
      guard let found = CalendarDay(year: cursor.year + years, month: month + 1, day: day) else { continue }
      return go(to: found)
    }
  }

  mutating func go(to day: CalendarDay) { cursor = day }

  /// The years and the month of a number of months, which may be negative.
  private static func split(_ months: Int) -> (years: Int, month: Int) {
    let years = Int((Double(months) / 12).rounded(.down))
    return (years, months - years * 12)
  }

  private static let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
}
