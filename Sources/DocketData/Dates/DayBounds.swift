import Foundation

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
