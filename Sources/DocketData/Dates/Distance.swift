import Foundation

/// A distance in time: `+3d`, `3d`, `-2w`, `2 weeks`, `-2 weeks`, `1h30m`, `in 3d`, `in 3 hours`, `in a week`, `2 weeks ago`.
struct Distance {
  private enum Unit {
    case minute, hour, fortnight
    case calendar(Recurrence.Unit)

    init?(_ name: some StringProtocol) {
      switch name {
      case "min", "mins", "minute", "minutes": self = .minute
      case "h", "hour", "hours": self = .hour
      case "fortnight", "fortnights": self = .fortnight
      default:
        guard let unit = Recurrence.Unit(abbreviation: name) else { return nil }
        self = .calendar(unit)
      }
    }
  }

  private static let maxCount = 100_000
  private var count: Int
  private let unit: Unit

  init?(_ words: [String]) {
    if words.last == "ago" {
      guard words.count <= 3, words[0].first?.isNumber == true || words.count == 3 else { return nil }
      if words.count == 3 { self.init(count: words[0], unit: words[1]) } else { self.init(word: words[0]) }
      guard count >= 0 else { return nil }
      count.negate()
      return
    }
    switch words.count {
    case 1 where words[0] == "fortnight": self.init(count: "a", unit: words[0])
    case 1: self.init(word: words[0])
    case 2 where words[0] == "in" && words[1].first?.isNumber == true: self.init(word: words[1])
    // “A week” is as likely a part of a title.
    case 2 where words[0] != "a" && words[0] != "an": self.init(count: words[0], unit: words[1])
    case 3 where words[0] == "in" && !words[1].hasPrefix("-") && !words[1].hasPrefix("+"):
      self.init(count: words[1], unit: words[2])
    default: return nil
    }
  }

  /// Parses `+3d`, `-2w`, `3d` and `1h30m`.
  private init?(word: String) {
    let sign = word.first.flatMap { $0 == "+" || $0 == "-" ? $0 : nil }
    guard let (count, name) = Self.split(word.dropFirst(sign == nil ? 0 : 1)) else { return nil }
    if let unit = Unit(name) {
      (self.count, self.unit) = (count, unit)
    } else if let minutes = Self.minutesAfterHours(name) {
      (self.count, unit) = (count * 60 + minutes, .minute)
    } else {
      return nil
    }
    if sign == "-" { self.count.negate() }
  }

  /// Parses the end of `1h30m`, `1h30min` and `1h30`, in which an `m` can't be months.
  private static func minutesAfterHours(_ text: Substring) -> Int? {
    guard text.first == "h", let (minutes, name) = split(text.dropFirst()), minutes < 60,
      ["", "m", "min"].contains(name)
    else { return nil }
    return minutes
  }

  /// A number and what follows it.
  private static func split(_ text: Substring) -> (count: Int, name: Substring)? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let count = Int(digits), count <= maxCount else { return nil }
    return (count, text.dropFirst(digits.count))
  }

  /// The numbers that people write in words.
  private static let numbers = [
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12,
  ]

  /// Parses the words after “in”, or these alone: `3` and `days`, `a` and `week`, `two` and `weeks`.
  private init?(count: String, unit: String) {
    guard let number = Self.numbers[count] ?? Int(count), (-Self.maxCount...Self.maxCount).contains(number),
      let unit = Unit(unit)
    else { return nil }
    self.count = number
    self.unit = unit
  }

  /// The number of seconds; nil for whole days.
  var seconds: TimeInterval? {
    switch unit {
    case .minute: Double(count) * 60
    case .hour: Double(count) * 3_600
    case .fortnight, .calendar: nil
    }
  }

  /// The day at this distance from today; nil for hours and minutes, and for days that no calendar day can say.
  func day(_ reference: DateReference) -> Date? {
    exactDay(reference).flatMap { CalendarDay.canWrite($0, in: reference.calendar.timeZone) ? $0 : nil }
  }

  private func exactDay(_ reference: DateReference) -> Date? {
    switch unit {
    case .minute, .hour: nil
    case .fortnight: reference.day(count * 14)
    case .calendar(.day): reference.day(count)
    case .calendar(.week): reference.day(count * 7)
    case .calendar(.month): reference.adding(count, .month, to: reference.today)
    case .calendar(.year): reference.adding(count, .year, to: reference.today)
    }
  }
}
