import Foundation

/// The parts of a recurrence rule.
///
/// Source: https://www.rfc-editor.org/rfc/rfc5545#section-3.3.10
struct RecurrenceParts: Hashable, Sendable {
  enum Frequency: String, CaseIterable, Hashable, Sendable {
    case secondly = "SECONDLY", minutely = "MINUTELY", hourly = "HOURLY"
    case daily = "DAILY", weekly = "WEEKLY", monthly = "MONTHLY", yearly = "YEARLY"
  }

  /// The days of the week, in the order of the standard.
  enum Weekday: String, CaseIterable, Hashable, Sendable {
    case monday = "MO", tuesday = "TU", wednesday = "WE", thursday = "TH", friday = "FR", saturday = "SA", sunday = "SU"
  }

  /// A day of the week; with a number the first, the second, the last one of a month or a year.
  struct Day: Hashable, Sendable {
    /// Negative from the end; 0 for each.
    let number: Int
    let weekday: Weekday
  }

  /// A part that names numbers.
  enum Selector: String, CaseIterable, Hashable, Sendable {
    case second = "BYSECOND", minute = "BYMINUTE", hour = "BYHOUR", monthDay = "BYMONTHDAY", yearDay = "BYYEARDAY"
    case week = "BYWEEKNO", month = "BYMONTH", position = "BYSETPOS"
  }

  private(set) var frequency = Frequency.daily
  private(set) var interval = 1
  private(set) var count: Int?
  /// The text of the last moment or day.
  private(set) var until: String?
  private(set) var numbers: [Selector: [Int]] = [:]
  private(set) var days: [Day] = []
  private(set) var weekStart = Weekday.monday
  /// Whether each date is reckoned from the day on which the item before was done, and not from the first one.
  ///
  /// No part of the standard says that; this one is ours.
  private(set) var isAfterCompletion = false
  /// The parts of other calendars.
  ///
  /// Source: https://www.rfc-editor.org/rfc/rfc7529#section-4
  private var calendar: [String: String] = [:]

  /// A longer text is no rule, whatever a file has in its place; each day of a year is shorter.
  static let maxBytes = 8_192

  /// Parses the value of an RRULE, in which case does not matter; nil if it is none.
  init?(_ text: String) {
    guard text.utf8.count <= Self.maxBytes, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    var seen: Set<Substring> = []
    for part in text.uppercased().split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, seen.insert(pair[0]).inserted, read(String(pair[0]), String(pair[1])) else { return nil }
    }
    guard seen.contains("FREQ"), isConsistent else { return nil }
  }

  /// Puts parts together; nil if they can't be together.
  init?(
    _ frequency: Frequency, every interval: Int, count: Int?, until: String?, numbers: [Selector: [Int]], days: [Day],
    weekStart: Weekday, isAfterCompletion: Bool
  ) {
    guard interval > 0, count ?? 1 > 0 else { return nil }
    (self.frequency, self.interval, self.count, self.until) = (frequency, interval, count, until)
    (self.numbers, self.days, self.weekStart) = (numbers.filter { !$0.value.isEmpty }, days, weekStart)
    self.isAfterCompletion = isAfterCompletion
    guard isConsistent else { return nil }
    self = normalized
  }

  /// Whether it has no parts of other calendars.
  var isGregorian: Bool { calendar.isEmpty }

  /// Whether one of its months has one of its days, in leap years at least.
  var hasPossibleDay: Bool {
    guard let months = numbers[.month], let days = numbers[.monthDay] else { return true }
    let leapYear = 2000
    let longest = months.map { CalendarDay.days(leapYear, $0 + 1, 1) - CalendarDay.days(leapYear, $0, 1) }.max() ?? 0
    return days.contains { abs($0) <= longest }
  }

  /// The rule with the interval 1.
  var ofEachPeriod: RecurrenceParts {
    var parts = self
    parts.interval = 1
    return parts
  }

  /// The interval, if the rule says no more than that.
  var recurrence: Recurrence? {
    guard count == nil, until == nil, numbers.isEmpty, days.isEmpty, calendar.isEmpty, !isAfterCompletion else {
      return nil
    }
    return frequency.unit.flatMap { Recurrence(every: interval, $0) }
  }
}

// MARK: - Writing

extension RecurrenceParts {
  /// The name of our own part.
  private static let completionPart = "X-DOCKET-FROM"
  /// Our own part.
  static let fromCompletion = "\(completionPart)=COMPLETION"

  /// The value of an RRULE.
  var text: String {
    var parts = ["FREQ=\(frequency.rawValue)"]
    if interval != 1 { parts.append("INTERVAL=\(interval)") }
    if let count { parts.append("COUNT=\(count)") }
    if let until { parts.append("UNTIL=\(until)") }
    for selector in [Selector.month, .week, .yearDay, .monthDay] { parts += numbers[selector].map(selector.text) ?? [] }
    if !days.isEmpty { parts.append("BYDAY=" + days.map(\.text).joined(separator: ",")) }
    for selector in [Selector.hour, .minute, .second, .position] { parts += numbers[selector].map(selector.text) ?? [] }
    if weekStart != .monday { parts.append("WKST=\(weekStart.rawValue)") }
    parts += calendar.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    if isAfterCompletion { parts.append(Self.fromCompletion) }
    return parts.joined(separator: ";")
  }

  /// The same dates, in the one way in which they are written here: without what changes nothing, each day and number
  /// once and in order.
  var normalized: RecurrenceParts {
    var parts = self
    parts.days = Set(days).sorted {
      ($0.number.fromTheBeginning, $0.weekday.number) < ($1.number.fromTheBeginning, $1.weekday.number)
    }
    parts.numbers = numbers.mapValues { Set($0).sorted { $0.fromTheBeginning < $1.fromTheBeginning } }
    let dividesWeeks = frequency == .weekly && !days.isEmpty && (interval > 1 || numbers[.position] != nil)
    if !dividesWeeks, numbers[.week] == nil { parts.weekStart = .monday }
    return parts
  }

  /// The rule that is closest to it in the standard.
  var standard: RecurrenceParts {
    var parts = self
    parts.isAfterCompletion = false
    return parts
  }

  /// The rule with one date less, for the item after one that was done.
  var counted: RecurrenceParts {
    var parts = self
    if let count, count > 1 { parts.count = count - 1 }
    return parts
  }
}

extension RecurrenceParts.Selector {
  fileprivate func text(_ numbers: [Int]) -> [String] {
    ["\(rawValue)=" + numbers.map { "\($0)" }.joined(separator: ",")]
  }
}

extension RecurrenceParts.Day {
  fileprivate var text: String { (number == 0 ? "" : "\(number)") + weekday.rawValue }
}

extension Int {
  /// A place that puts numbers from the end after all others.
  fileprivate var fromTheBeginning: Int { self < 0 ? 1_000 + self : self }
}

// MARK: - Reading

extension RecurrenceParts {
  /// Reads a part; false if it is not a valid one.
  private mutating func read(_ name: String, _ value: String) -> Bool {
    if let selector = Selector(rawValue: name) {
      guard let list = Self.list(value, { selector.number($0) }) else { return false }
      numbers[selector] = list
      return true
    }
    switch name {
    case "FREQ": return Frequency(rawValue: value).map { frequency = $0 } != nil
    case "INTERVAL": return Self.positive(value).map { interval = $0 } != nil
    case "COUNT": return Self.positive(value).map { count = $0 } != nil
    case "UNTIL": return Self.moment(value).map { until = $0 } != nil
    case "BYDAY": return Self.list(value, Day.init).map { days = $0 } != nil
    case "WKST": return Weekday(rawValue: value).map { weekStart = $0 } != nil
    case Self.completionPart:
      isAfterCompletion = true
      return value == "COMPLETION"
    case "RSCALE", "SKIP":
      calendar[name] = value
      return !value.isEmpty && value.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
    default: return false
    }
  }

  /// What the standard says of parts that are together.
  private var isConsistent: Bool {
    if isAfterCompletion, !(numbers.isEmpty && days.isEmpty && calendar.isEmpty && completionInterval != nil) {
      return false
    }
    let isLong = frequency == .monthly || frequency == .yearly
    return !(count != nil && until != nil)
      && (isLong || days.allSatisfy { $0.number == 0 })
      && !(frequency == .yearly && numbers[.week] != nil && days.contains { $0.number != 0 })
      && !(frequency == .weekly && numbers[.monthDay] != nil)
      && !([.daily, .weekly, .monthly].contains(frequency) && numbers[.yearDay] != nil)
      && (numbers[.week] == nil || frequency == .yearly)
      && (numbers[.position] == nil || numbers.count > 1 || !days.isEmpty)
  }

  /// What is counted from the day of completion.
  var completionInterval: Recurrence? { frequency.unit.flatMap { Recurrence(every: interval, $0) } }

  private static func list<Element>(_ text: String, _ read: (Substring) -> Element?) -> [Element]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let elements = parts.compactMap(read)
    return elements.count == parts.count ? elements : nil
  }

  private static func positive(_ text: String) -> Int? { digits(text[...]).flatMap { $0 > 0 ? $0 : nil } }

  /// `Int` would take a sign.
  fileprivate static func digits(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0.isDigit }) else { return nil }
    return Int(text)
  }

  /// A day or a moment in the basic format.
  private static func moment(_ text: String) -> String? {
    let shape = text.map { $0.isASCII && $0.isNumber ? "0" : $0 }
    guard ["00000000", "00000000T000000", "00000000T000000Z"].contains(String(shape)),
      CalendarDay(text.prefix(8)) != nil
    else { return nil }
    return text
  }
}

extension RecurrenceParts.Selector {
  /// Parses a number that the part may have.
  fileprivate func number(_ text: Substring) -> Int? {
    let (range, isSigned): (ClosedRange<Int>, Bool) =
      switch self {
      case .second: (0...60, false)
      case .minute: (0...59, false)
      case .hour: (0...23, false)
      case .month: (1...12, false)
      case .monthDay: (1...31, true)
      case .yearDay, .position: (1...366, true)
      case .week: (1...53, true)
      }
    let sign = text.first.flatMap { isSigned && ($0 == "-" || $0 == "+") ? $0 : nil }
    guard let number = RecurrenceParts.digits(sign == nil ? text : text.dropFirst()), range.contains(number) else {
      return nil
    }
    return sign == "-" ? -number : number
  }
}

extension RecurrenceParts.Day {
  /// Parses a day such as "MO", "1FR" or "-1SU".
  fileprivate init?(_ text: Substring) {
    guard let weekday = RecurrenceParts.Weekday(rawValue: String(text.suffix(2))) else { return nil }
    let number = text.dropLast(2)
    guard let number = number.isEmpty ? 0 : RecurrenceParts.Selector.week.number(number) else { return nil }
    (self.number, self.weekday) = (number, weekday)
  }
}

extension RecurrenceParts.Frequency {
  init(_ unit: Recurrence.Unit) {
    self =
      switch unit {
      case .day: .daily
      case .week: .weekly
      case .month: .monthly
      case .year: .yearly
      }
  }

  /// Nil for hours, minutes and seconds.
  var unit: Recurrence.Unit? {
    switch self {
    case .secondly, .minutely, .hourly: nil
    case .daily: .day
    case .weekly: .week
    case .monthly: .month
    case .yearly: .year
    }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  fileprivate var isLetterOrDigit: Bool { isDigit || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
}
