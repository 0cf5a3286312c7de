import DocketLocking
import Foundation

/// The repeat interval of an item: a number of days, weeks, months or years.
public struct Recurrence: RawRepresentable, Codable, Hashable, Sendable {
  /// The unit of an interval.
  public enum Unit: String, CaseIterable, Hashable, Sendable {
    case day, week, month, year
  }

  /// The maximum interval.
  public static let maxInterval = 999

  /// The number of units, at least 1.
  public let interval: Int
  /// The unit.
  public let unit: Unit

  /// - Returns: nil unless the interval is from 1 to `maxInterval`.
  public init?(every interval: Int = 1, _ unit: Unit) {
    guard (1...Self.maxInterval).contains(interval) else { return nil }
    self.interval = interval
    self.unit = unit
  }

  /// The text that is stored, and typed after `every:`: "week", "2weeks".
  public var rawValue: String { interval == 1 ? unit.rawValue : "\(interval)\(unit.rawValue)s" }

  /// Parses a text such as "week", "2weeks", "3m"; case does not matter.
  public init?(rawValue: String) {
    let text = rawValue.lowercased()
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let name = text.dropFirst(digits.count).drop { $0 == " " }
    guard let unit = Unit(abbreviation: name), let interval = digits.isEmpty ? 1 : Int(digits) else { return nil }
    self.init(every: interval, unit)
  }

  /// The interval in words: "every week", "every 2 weeks".
  public var words: String { interval == 1 ? "every \(unit.rawValue)" : "every \(interval) \(unit.rawValue)s" }
}

extension Recurrence.Unit {
  /// Parses the name of a unit, its plural, or what is written for it.
  init?(abbreviation: some StringProtocol) {
    switch abbreviation {
    case "d", "day", "days": self = .day
    case "w", "wk", "wks", "week", "weeks": self = .week
    case "m", "mo", "month", "months": self = .month
    case "y", "yr", "yrs", "year", "years": self = .year
    default: return nil
    }
  }
}

extension Recurrence {
  /// The due date of the next item of a series: the first of its dates after the last one and after a moment.
  ///
  /// All dates are computed from the first of the series, never from the one before, so a day of the month that shorter
  /// months lack comes back: 31 January, 28 February, 31 March.
  ///
  /// - Parameters:
  ///   - anchor: the due date of the first item; ignored unless it is a day or a moment as the last one is.
  ///   - moment: when the last item was done.
  ///   - calendar: the calendar and time zone in which days are counted.
  /// - Complexity: O(log n) in the number of intervals between the anchor and the next date.
  public func due(following last: Due, anchor: Due? = nil, after moment: Date, calendar: Calendar) -> Due {
    let anchor = anchor.flatMap { ($0.day == nil) == (last.day == nil) ? $0 : nil } ?? last
    let limit = max(last.date(in: calendar), moment)
    let date = { count in due(anchor, count, calendar) }
    var (low, high) = (0, 1)
    while date(high).date(in: calendar) <= limit, high < 1 << 20 { (low, high) = (high, high * 2) }
    return date((low + 1..<high).partitioningIndex { date($0).date(in: calendar) > limit })
  }

  private func due(_ anchor: Due, _ count: Int, _ calendar: Calendar) -> Due {
    switch anchor {
    case .day(let day):
      .day(CalendarDay(date(day.start(in: calendar), count, calendar), in: calendar.timeZone))
    case .moment(let moment): .moment(date(moment, count, calendar))
    }
  }

  private func date(_ anchor: Date, _ count: Int, _ calendar: Calendar) -> Date {
    // Beyond the range of the calendar, days of 24 hours are counted.
    calendar.date(byAdding: unit.component, value: count * interval * unit.factor, to: anchor)
      ?? anchor.addingTimeInterval(Double(count * interval) * 86_400)
  }
}

extension Recurrence.Unit {
  fileprivate var component: Calendar.Component {
    switch self {
    case .day, .week: .day
    case .month: .month
    case .year: .year
    }
  }

  fileprivate var factor: Int { self == .week ? 7 : 1 }
}
