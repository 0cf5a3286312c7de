import Foundation

/// How Taskwarrior says that a task recurs: a duration such as `weekly`, `2wks`, `P1M`.
///
/// Source: https://taskwarrior.org/docs/durations/
extension TaskwarriorText {
  private static let words: [String: Recurrence?] = [
    "daily": Recurrence(.day), "weekly": Recurrence(.week), "sennight": Recurrence(.week),
    "biweekly": Recurrence(every: 2, .week), "fortnight": Recurrence(every: 2, .week),
    "monthly": Recurrence(.month), "bimonthly": Recurrence(every: 2, .month),
    "quarterly": Recurrence(every: 3, .month), "semiannual": Recurrence(every: 6, .month),
    "yearly": Recurrence(.year), "annual": Recurrence(.year), "biannual": Recurrence(every: 2, .year),
    "biyearly": Recurrence(every: 2, .year),
  ]

  /// Names of units beside those that are typed here, each with how many of ours it is.
  private static let units: [String: (count: Int, unit: Recurrence.Unit)] = [
    "wks": (1, .week), "wk": (1, .week), "mnths": (1, .month), "mths": (1, .month), "mth": (1, .month),
    "mos": (1, .month), "mo": (1, .month), "quarters": (3, .month), "quarter": (3, .month), "qrtrs": (3, .month),
    "qrtr": (3, .month), "qtrs": (3, .month), "qtr": (3, .month), "q": (3, .month), "yrs": (1, .year), "yr": (1, .year),
  ]

  private static let weekdays = "weekdays"
  private static let weekdaysRule = RecurrenceRule(rawValue: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR")

  static func rule(ofJSON text: String) -> RecurrenceRule? {
    guard case .string(let text)? = JSONNode(text: text)?.value else { return nil }
    return rule(text)
  }

  /// Parses a duration, or a rule of ours; nil if it is neither.
  static func rule(_ text: String) -> RecurrenceRule? {
    if text.lowercased() == weekdays { return weekdaysRule }
    return recurrence(text).map { RecurrenceRule($0) } ?? RecurrenceRule(rawValue: text)
  }

  /// Parses a duration; nil if it has no unit here.
  private static func recurrence(_ text: String) -> Recurrence? {
    let word = text.lowercased()
    if let known = words[word] { return known }
    let spelled = word.hasPrefix("p") ? word.dropFirst() : word[...]
    let digits = spelled.prefix { $0.isASCII && $0.isNumber }
    guard let unit = units[String(spelled.dropFirst(digits.count))] else {
      return Recurrence(rawValue: String(spelled))
    }
    guard let count = digits.isEmpty ? 1 : Int(digits), count <= Recurrence.maxInterval else { return nil }
    return Recurrence(every: count * unit.count, unit.unit)
  }

  /// The duration that Taskwarrior reads as a rule; nil if it has none.
  static func duration(_ rule: RecurrenceRule) -> String? {
    if rule == weekdaysRule { return weekdays }
    return rule.recurrence.map { "\($0.interval)\($0.unit.rawValue)\($0.interval == 1 ? "" : "s")" }
  }
}
