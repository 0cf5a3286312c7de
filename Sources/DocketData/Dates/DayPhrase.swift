import Foundation

/// Parses phrases that name a day, into its first moment.
enum DayPhrase {
  static func day(of words: [String], _ reference: DateReference) -> Date? {
    switch words.count {
    case 1:
      return named(words[0], reference) ?? Distance(words[0])?.day(reference) ?? weekday(words[0], reference)
        ?? numeric(words[0], reference) ?? monthDay(words[0].split(separator: "-").map(String.init), reference)
    case 2: return relative(words[0], words[1], reference) ?? monthDay(words, reference)
    case 3:
      if words[0] == "in" { return Distance(count: words[1], unit: words[2])?.day(reference) }
      return monthDay(words, reference)
    default: return nil
    }
  }

  private static func named(_ word: String, _ reference: DateReference) -> Date? {
    switch word {
    case "today", "tod", "eod": reference.today
    case "tomorrow", "tom", "tmr": reference.day(1)
    case "yesterday": reference.day(-1)
    case "eow": end(of: .weekOfYear, reference)
    case "eom": end(of: .month, reference)
    case "eoy": end(of: .year, reference)
    default: nil
    }
  }

  /// The last day of a week, month or year.
  private static func end(of unit: Calendar.Component, _ reference: DateReference) -> Date? {
    reference.calendar.dateInterval(of: unit, for: reference.now).map { reference.day(-1, from: $0.end) }
  }

  /// The first day with a weekday, some days after another day or after today.
  private static func weekday(
    _ word: String, in offsets: some Sequence<Int> = 1...7, from day: Date? = nil, _ reference: DateReference
  ) -> Date? {
    guard let weekday = Weekday(word) else { return nil }
    return offsets.lazy.map { reference.day($0, from: day) }.first { Weekday(of: $0, reference) == weekday }
  }

  private static func relative(_ first: String, _ second: String, _ reference: DateReference) -> Date? {
    switch first {
    case "next": next(second, reference)
    case "last": weekday(second, in: (-7...(-1)).reversed(), reference)
    // Today or within the next six days: nobody means a day that is over.
    case "this": weekday(second, in: 0...6, reference)
    default: nil
    }
  }

  /// The first day of the next week, month or year, or a weekday of the next week.
  private static func next(_ word: String, _ reference: DateReference) -> Date? {
    let units: [String: Calendar.Component] = ["week": .weekOfYear, "month": .month, "year": .year]
    if let unit = units[word] { return reference.calendar.dateInterval(of: unit, for: reference.now)?.end }
    let week = reference.calendar.dateInterval(of: .weekOfYear, for: reference.day(7))
    return week.flatMap { weekday(word, in: 0...6, from: $0.start, reference) }
  }

  /// `2026-12-24`.
  static func numeric(_ word: String, _ reference: DateReference) -> Date? {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    return date(year, month, day, reference)
  }

  /// `24 dec`, `dec 24`, `24 dec 2027`; without a year the next such day, or today.
  private static func monthDay(_ words: [String], _ reference: DateReference) -> Date? {
    guard words.count == 2 || words.count == 3 else { return nil }
    let orders = [(words[0], words[1]), (words[1], words[0])]
    for (dayWord, monthWord) in orders {
      guard let day = Int(dayWord), (1...31).contains(day), let month = Self.month(monthWord) else { continue }
      if words.count == 3 { return year(words[2]).flatMap { date($0, month, day, reference) } }
      let year = reference.calendar.component(.year, from: reference.now)
      // The 29th of February may be years away.
      return (0...8).compactMap { date(year + $0, month, day, reference) }.first { $0 >= reference.today }
    }
    return nil
  }

  private static func year(_ word: String) -> Int? { word.count == 4 ? Int(word) : nil }

  private static func month(_ word: String) -> Int? {
    guard word.count >= 3 else { return nil }
    return months.firstIndex { $0 == word || $0.prefix(3) == word }.map { $0 + 1 }
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]

  private static func date(_ year: Int, _ month: Int, _ day: Int, _ reference: DateReference) -> Date? {
    // Not a day of Foundation's calendar, which is the Julian one before 1582.
    CalendarDay(year: year, month: month, day: day)?.start(in: reference.calendar)
  }
}

/// A weekday, numbered as in `Calendar`.
private struct Weekday: Hashable {
  private let number: Int

  /// - Parameter word: the English name, or at least its first three letters.
  init?(_ word: String) {
    guard word.count >= 3, let index = Self.names.firstIndex(where: { $0.hasPrefix(word) }) else { return nil }
    number = index + 1
  }

  init(of date: Date, _ reference: DateReference) { number = reference.calendar.component(.weekday, from: date) }

  private static let names = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
}

/// A signed distance in time: `+3d`, `-2w`, `+1month`, `+2h`.
struct Distance {
  private enum Unit {
    case minute, hour, day, week, month, year

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

  private static let maxCount = 100_000
  private let count: Int
  private let unit: Unit

  init?(_ word: String) {
    guard let sign = word.first, sign == "+" || sign == "-" else { return nil }
    let digits = word.dropFirst().prefix { $0.isASCII && $0.isNumber }
    guard let count = Int(digits), count <= Self.maxCount, let unit = Unit(word.dropFirst(1 + digits.count)) else {
      return nil
    }
    self.count = sign == "-" ? -count : count
    self.unit = unit
  }

  init?(count: String, unit: String) {
    guard let count = Int(count), (0...Self.maxCount).contains(count), let unit = Unit(unit) else { return nil }
    self.count = count
    self.unit = unit
  }

  /// The number of seconds; nil for whole days.
  var seconds: TimeInterval? {
    switch unit {
    case .minute: Double(count) * 60
    case .hour: Double(count) * 3_600
    case .day, .week, .month, .year: nil
    }
  }

  /// The day at this distance from today; nil for hours and minutes.
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
