import Foundation

/// A distance in time with its sign: `+3d`, `-2w`, `+1month`, `+2h`.
struct Distance: Hashable {
  /// What is counted.
  enum Unit: Hashable {
    case minute
    case hour
    case day
    case week
    case month
    case year

    init?(_ name: some StringProtocol) {
      switch name {
      case "min", "mins", "minute", "minutes": self = .minute
      case "h", "hour", "hours": self = .hour
      case "d", "day", "days": self = .day
      case "w", "week", "weeks": self = .week
      case "m", "mo", "month", "months": self = .month
      case "y", "year", "years": self = .year
      default: return nil
      }
    }
  }

  private static let longest = 100_000

  let count: Int
  let unit: Unit

  init?(_ word: String) {
    guard let sign = word.first, sign == "+" || sign == "-" else { return nil }
    let digits = word.dropFirst().prefix { $0.isASCII && $0.isNumber }
    guard let count = Int(digits), count <= Self.longest, let unit = Unit(word.dropFirst(1 + digits.count)) else {
      return nil
    }
    self.count = sign == "-" ? -count : count
    self.unit = unit
  }

  init?(count: String, unit: String) {
    guard let count = Int(count), (0...Self.longest).contains(count), let unit = Unit(unit) else { return nil }
    self.count = count
    self.unit = unit
  }

  /// How many seconds, unless days are counted.
  var seconds: TimeInterval? {
    switch unit {
    case .minute: Double(count) * 60
    case .hour: Double(count) * 3_600
    case .day, .week, .month, .year: nil
    }
  }

  /// The day at that distance from today; nil if it is a matter of hours.
  func day(_ reference: DateReference) -> Date? {
    switch unit {
    case .minute, .hour: nil
    case .day: reference.day(count)
    case .week: reference.day(count * 7)
    case .month: reference.adding(count, .month, to: reference.today)
    case .year: reference.adding(count, .year, to: reference.today)
    }
  }
}
