import Foundation

/// How an item comes again once it is done: every so many days, weeks, months or years.
public struct Recurrence: RawRepresentable, Codable, Hashable, Sendable {
  /// What is counted.
  public enum Unit: String, CaseIterable, Hashable, Sendable {
    /// A day of the calendar.
    case day
    /// Seven days.
    case week
    /// A month of the calendar.
    case month
    /// A year of the calendar.
    case year
  }

  /// The largest interval.
  public static let longestInterval = 999

  /// How many of the unit lie between one and the next, at least 1.
  public let interval: Int
  /// What is counted.
  public let unit: Unit

  /// - Returns: nil unless the interval is from 1 to `longestInterval`.
  public init?(every interval: Int = 1, _ unit: Unit) {
    guard (1...Self.longestInterval).contains(interval) else { return nil }
    self.interval = interval
    self.unit = unit
  }

  /// The recurrence as it is stored and typed after `every:`: "week", "2weeks".
  public var rawValue: String { interval == 1 ? unit.rawValue : "\(interval)\(unit.rawValue)s" }

  /// The recurrence of a text such as "week", "2weeks", "3m"; case does not matter.
  public init?(rawValue: String) {
    let text = rawValue.lowercased()
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let name = text.dropFirst(digits.count).drop { $0 == " " }
    guard let unit = Unit(abbreviation: name), let interval = digits.isEmpty ? 1 : Int(digits) else { return nil }
    self.init(every: interval, unit)
  }

  /// The recurrence in words: "every week", "every 2 weeks".
  public var words: String { interval == 1 ? "every \(unit.rawValue)" : "every \(interval) \(unit.rawValue)s" }
}

extension Recurrence.Unit {
  /// The unit of its name, its plural, or its first letter.
  init?(abbreviation: some StringProtocol) {
    guard
      let unit = Self.allCases.first(where: {
        [$0.rawValue, $0.rawValue + "s", String($0.rawValue.prefix(1))].contains(String(abbreviation))
      })
    else { return nil }
    self = unit
  }
}
