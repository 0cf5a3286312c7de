/// The words of a phrase that are left to read.
struct RecurrenceScanner {
  /// Words between the parts of a phrase that mean nothing by themselves.
  static let fillers: Set<String> = ["every", "each", "on", "the", "and", "of", "in", "for"]

  /// What ordinals are about.
  enum Noun {
    case weekdays([RecurrenceParts.Weekday])
    case dayOfMonth, dayOfYear, weekday, week
    /// No such word: days of the month.
    case none
  }

  private let reference: DateReference
  private var words: ArraySlice<String>

  init(_ text: String, _ reference: DateReference) {
    self.reference = reference
    words = text.lowercased().split { $0 == "," || $0.isWhitespace }.flatMap(Self.parts)[...]
  }

  /// A hyphen stands for a space where no date and no sign is meant: `last-fri`.
  private static func parts(_ word: Substring) -> [String] {
    if word.hasPrefix("-") || CalendarDay(word.prefix(10)) != nil { return [String(word)] }
    let parts = word.split(separator: "-").map(String.init)
    return weekdays(parts) ?? parts
  }

  /// The days of `mon-fri`, from the first to the last.
  private static func weekdays(_ parts: [String]) -> [String]? {
    guard parts.count == 2, let first = RecurrenceWord.weekday(parts[0]), let last = RecurrenceWord.weekday(parts[1])
    else { return nil }
    let days = RecurrenceParts.Weekday.allCases
    return (0...first.days(to: last)).map { days[(first.number + $0) % days.count].name }
  }

  var isAtEnd: Bool { words.isEmpty }

  mutating func skip(_ fillers: Set<String>) { words = words.drop { fillers.contains($0) } }

  /// Skips words that follow each other, all of them or none; says whether they were there.
  @discardableResult
  mutating func skip(_ expected: String...) -> Bool {
    guard words.starts(with: expected) else { return false }
    words = words.dropFirst(expected.count)
    return true
  }

  /// Whether the next word is `times`, so that the number before it says how often.
  var isAtTimes: Bool { words.first == "times" || words.first == "time" }

  mutating func skipTimes() {
    words = words.dropFirst()
    skip("in", "all")
  }

  /// Reads a word.
  mutating func take<Value>(_ read: (String) -> Value?) -> Value? {
    guard let value = words.first.flatMap(read) else { return nil }
    words = words.dropFirst()
    return value
  }

  /// Tries a form, and takes nothing if it does not fit.
  mutating func takes(_ form: RecurrenceForm, into draft: inout RecurrenceDraft) -> Bool {
    var (scanner, changed) = (self, draft)
    guard form.read(&scanner, &changed) else { return false }
    (self, draft) = (scanner, changed)
    return true
  }

  /// Reads `week`, `2 weeks`, `2weeks`, `other week`, `a week`; the count is nil if there is none.
  mutating func interval() -> (unit: Recurrence.Unit, count: Int?)? {
    if let joined = take(RecurrenceWord.interval) { return joined }
    var scanner = self
    let count = scanner.take(RecurrenceWord.count)
    guard let unit = scanner.take({ Recurrence.Unit(abbreviation: $0) }) else { return nil }
    self = scanner
    return (unit, count)
  }

  /// Reads `first`, `1st and 15th`, `2nd to last`; says whether they are in digits, as days of months are.
  mutating func ordinals() -> (numbers: [Int], areDigits: Bool)? {
    var (ordinals, areDigits): ([Int], Bool) = ([], true)
    while true {
      var scanner = self
      scanner.skip(["the", "and"])
      let isDigits = scanner.words.first?.first?.isNumber == true
      guard let number = scanner.take(RecurrenceWord.ordinal) else { break }
      areDigits = areDigits && isDigits
      ordinals.append(number > 0 && scanner.skip("to", "last") ? -number : number)
      self = scanner
    }
    return ordinals.isEmpty ? nil : (ordinals, areDigits)
  }

  /// Reads `every second week`: an interval, not the second week of anything.
  ///
  /// The first day is that of a month, unless it is every first one.
  mutating func ordinalInterval() -> (unit: Recurrence.Unit, count: Int)? {
    var scanner = self
    let first = scanner.skip("every") || scanner.skip("each") ? 1 : 2
    guard let number = scanner.take(RecurrenceWord.ordinal), number >= first,
      let (unit, count) = scanner.interval(), count == nil, scanner.words.first != "of"
    else { return nil }
    self = scanner
    return (unit, number)
  }

  /// Reads what ordinals are about: `mon and tue`, `day`, `day of the year`, `weekday`, `week`.
  mutating func noun() -> Noun {
    if skip("weekday") || skip("workday") { return .weekday }
    if skip("week") { return .week }
    if skip("day") || skip("days") {
      return ["the", "each", "every"].contains(where: { skip("of", $0, "year") }) ? .dayOfYear : .dayOfMonth
    }
    var weekdays: [RecurrenceParts.Weekday] = []
    while true {
      var scanner = self
      if !weekdays.isEmpty { scanner.skip(["and"]) }
      guard let weekday = scanner.take(RecurrenceWord.weekday) else { break }
      weekdays.append(weekday)
      self = scanner
    }
    return weekdays.isEmpty ? .none : .weekdays(weekdays)
  }

  /// Reads a date to the end of the phrase, as the rule has it: a day, or a moment in UTC.
  mutating func takeUntil() -> String? {
    let rest = Array(words)
    words = []
    if rest.count == 3, rest[2] == "utc" {
      return TimestampText.date("\(rest[0])T\(rest[1])Z").map(TimestampText.basic)
    }
    guard let span = DatePhrase.span(of: rest, reference) else { return nil }
    guard span.isDay else { return TimestampText.basic(span.start) }
    return TimestampText.pad(CalendarDay(span.start, in: reference.calendar.timeZone).rawValue, 8)
  }
}

/// What single words mean.
enum RecurrenceWord {
  static let adverbs: [String: (Recurrence.Unit, Int?)] = [
    "daily": (.day, nil), "weekly": (.week, nil), "monthly": (.month, nil), "yearly": (.year, nil),
    "annually": (.year, nil), "quarterly": (.month, 3), "fortnightly": (.week, 2),
    "fortnight": (.week, 2), "biweekly": (.week, 2),
  ]

  static let workdays: [RecurrenceParts.Weekday] = [.monday, .tuesday, .wednesday, .thursday, .friday]
  static let groups: [String: [RecurrenceParts.Weekday]] = [
    "weekday": workdays, "weekdays": workdays, "workday": workdays, "workdays": workdays,
    "weekend": [.saturday, .sunday], "weekends": [.saturday, .sunday],
  ]

  private static let ordinals = ["last": -1, "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5]

  /// A weekday by its name, the plural, or what is written for it.
  static func weekday(_ word: String) -> RecurrenceParts.Weekday? {
    let days = RecurrenceParts.Weekday.allCases
    if let plural = days.first(where: { $0.name + "s" == word }) { return plural }
    return CalendarWord.weekday(word).map { days[($0 + days.count - 1) % days.count] }
  }

  static func dayOfMonth(_ word: String) -> Int? {
    CalendarWord.number(word, 1...2).flatMap { (1...31).contains($0) ? $0 : nil }
  }

  static func count(_ word: String) -> Int? {
    switch word {
    case "a", "an", "one": 1
    case "other": 2
    default: Int(word).flatMap { $0 > 0 ? $0 : nil }
    }
  }

  /// "2weeks", "3m".
  static func interval(_ word: String) -> (Recurrence.Unit, Int?)? {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard let count = Int(digits), count > 0, let unit = Recurrence.Unit(abbreviation: word.dropFirst(digits.count))
    else { return nil }
    return (unit, count)
  }

  /// A number from "last", "first" to "fifth", or "1st" and so on.
  static func ordinal(_ word: String) -> Int? {
    if let named = ordinals[word] { return named }
    guard let number = CalendarWord.number(word.dropLast(2), 1...3), (1...366).contains(number),
      word.hasSuffix(CalendarWord.ordinalSuffix(of: number))
    else { return nil }
    return number
  }
}

extension RecurrenceParts.Weekday {
  /// The name in lower case.
  var name: String {
    switch self {
    case .monday: "monday"
    case .tuesday: "tuesday"
    case .wednesday: "wednesday"
    case .thursday: "thursday"
    case .friday: "friday"
    case .saturday: "saturday"
    case .sunday: "sunday"
    }
  }
}
