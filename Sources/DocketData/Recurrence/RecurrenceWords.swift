import Foundation

extension RecurrenceRule {
  /// What stands before a rule that has no words.
  static let quotation = "by the rule "

  /// The rule in words: "every 2 weeks", "every month on the last Fri, until 2027-03-01".
  ///
  /// `RecurrencePhrase` reads them as the same rule. Rules of hours and of other calendars are quoted, and those that never come.
  public var words: String {
    if let recurrence { return recurrence.words }
    return RecurrenceParts(rawValue)?.normalized.words ?? Self.quotation + rawValue
  }

  /// The shortest text that people type for it, and that reads as it: "2weeks", "month on the last Fri".
  public var typed: String {
    if let recurrence { return recurrence.rawValue }
    let words = words
    return words.hasPrefix("every ") ? String(words.dropFirst("every ".count)) : words
  }
}

extension RecurrenceParts {
  /// The rule in words; nil if there are none for it.
  fileprivate var words: String? {
    guard isOfDays, hasPossibleDay, let ending, let unit = frequency.unit else { return nil }
    if isAfterCompletion { return "\(Self.quantity(interval, unit)) after completion" + ending }
    // The days of each month of a year, for which there is no phrase.
    if frequency == .yearly, numbers[.monthDay] != nil, numbers[.month] == nil { return nil }
    return head(unit) + clauses + ending
  }

  private static func quantity(_ count: Int, _ unit: Recurrence.Unit) -> String {
    "\(count) \(unit.rawValue)\(count == 1 ? "" : "s")"
  }

  /// Whether it names days of the week and nothing else, for each week.
  private var isOfWeekdays: Bool {
    frequency == .weekly && interval == 1 && numbers.isEmpty && !days.isEmpty
  }

  private var isOnWorkdays: Bool {
    days.allSatisfy { $0.number == 0 } && Set(days.map(\.weekday)) == Set(RecurrenceWord.workdays)
  }

  private func head(_ unit: Recurrence.Unit) -> String {
    if isOfWeekdays { return isOnWorkdays ? "every weekday" : "every \(Self.list(days.map(\.weekday.short)))" }
    return interval == 1 ? "every \(unit.rawValue)" : "every \(Self.quantity(interval, unit))"
  }

  // MARK: - Clauses

  /// What stands between the head and the end.
  private var clauses: String {
    var clauses: [String?] = []
    clauses.append(numbers[.yearDay].map { " on the \(Self.ordinals($0)) day of the year" })
    clauses.append(isOfWeekdays || days.isEmpty ? nil : " on \(weekdays)")
    clauses.append(numbers[.monthDay].map { " on the \(Self.dates($0))" })
    let preposition = numbers[.monthDay] == nil ? "in" : "of"
    clauses.append(numbers[.month].map { " \(preposition) \(Self.list($0.map(CalendarWord.name(ofMonth:))))" })
    clauses.append(numbers[.week].map { " in the \(Self.ordinals($0)) week" })
    clauses.append(isOnWorkdays ? nil : numbers[.position].map { ", only the \(Self.ordinals($0))" })
    clauses.append(weekStart == .monday ? nil : ", weeks from \(weekStart.short)")
    return clauses.compactMap(\.self).joined()
  }

  private var weekdays: String {
    if isOnWorkdays {
      return numbers[.position].map { "the \(Self.ordinals($0)) weekday" } ?? "every weekday"
    }
    if frequency == .weekly { return Self.list(days.map(\.weekday.short)) }
    return Self.list(
      days.map { $0.number == 0 ? "every \($0.weekday.short)" : "the \(Self.ordinal($0.number)) \($0.weekday.short)" })
  }

  /// When it ends, after a comma; nil if a phrase can't say that.
  private var ending: String? {
    if let count { return ", \(count) time\(count == 1 ? "" : "s") in all" }
    guard let until else { return "" }
    guard let day = CalendarDay(until.prefix(8)) else { return nil }
    if until.count == 8 { return ", until \(day.text)" }
    // Not the time of a place, whichever that is, and no leap second.
    guard until.hasSuffix("Z"), TimestampText.date(until).map(TimestampText.basic) == until else { return nil }
    let digits = Array(until.dropFirst(9).prefix(6))
    return ", until \(day.text) \(String(digits[0..<2])):\(String(digits[2..<4])):\(String(digits[4..<6])) UTC"
  }

  // MARK: - Lists

  /// "a, b and c".
  private static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  private static func ordinals(_ numbers: [Int]) -> String { list(numbers.map(ordinal)) }

  /// "1st and 15th", "1st and last day".
  private static func dates(_ days: [Int]) -> String {
    list(days.map { $0 == -1 ? "last" : $0 < 0 ? "\(digits(-$0)) to last" : digits($0) })
      + (days.contains { $0 < 0 } ? " day" : "")
  }

  /// "first", "20th", "last", "2nd to last".
  private static func ordinal(_ number: Int) -> String {
    switch number {
    case 1...5: ["first", "second", "third", "fourth", "fifth"][number - 1]
    case -1: "last"
    case ..<0: "\(digits(-number)) to last"
    default: digits(number)
    }
  }

  /// "1st", "22nd", "13th".
  private static func digits(_ number: Int) -> String {
    "\(number)\(CalendarWord.ordinalSuffix(of: number))"
  }
}

extension RecurrenceParts.Weekday {
  /// "Mon".
  fileprivate var short: String { String(name.prefix(3)).capitalized }
}
