import Foundation

/// Parses what people type to say how an item repeats: `weekdays`, `every 2 weeks`, `last fri`, `after 3 days`.
///
/// `RecurrenceRule.words` says a rule in words that this reads back as the same rule.
public enum RecurrencePhrase {
  /// Parses a phrase, the value of an RRULE, or an interval such as `2weeks`; case does not matter.
  ///
  /// - Parameter reference: what the date after `until` is relative to.
  /// - Returns: nil if the text is none of them, and for words that name days which no year has, such as `feb 30`.
  public static func rule(
    of text: some StringProtocol, _ reference: DateReference = DateReference()
  ) -> RecurrenceRule? {
    let text = text.trimmingCharacters(in: .whitespaces)
    if let rule = RecurrenceRule(rawValue: text) { return rule }
    if text.contains("=") {
      return [RecurrenceRule.quotation, "RRULE:"].first { text.lowercased().hasPrefix($0.lowercased()) }
        .flatMap { RecurrenceRule(rawValue: String(text.dropFirst($0.count))) }
    }
    guard text.utf8.count <= RecurrenceParts.maxBytes else { return nil }
    var scanner = RecurrenceScanner(text, reference)
    var draft = RecurrenceDraft()
    if let (unit, count) = scanner.ordinalInterval(), !draft.repeats(unit, every: count) { return nil }
    scanner.skip(RecurrenceScanner.fillers)
    while !scanner.isAtEnd {
      guard RecurrenceForm.all.contains(where: { scanner.takes($0, into: &draft) }) else { return nil }
      scanner.skip(RecurrenceScanner.fillers)
    }
    guard let parts = draft.parts, parts.hasPossibleDay else { return nil }
    return RecurrenceRule(rawValue: parts.text)
  }

  /// What may be typed, for completion: "daily", "weekdays", "every 2 weeks".
  public static let examples = RecurrenceForm.all.filter { !$0.isEnding }.flatMap(\.typed)

  /// What may be typed: "daily, weekly, …, 'every 2 weeks', …, with an end such as '3 times' or …".
  public static let help = list(examples) + ", with an end such as " + endings.joined(separator: " or ")

  /// One example of each form, for messages: "daily, weekdays, …".
  public static let briefHelp = list(RecurrenceForm.all.filter { !$0.isEnding }.compactMap(\.typed.first))

  private static let endings = RecurrenceForm.all.filter(\.isEnding).flatMap(\.typed).map { "'\($0)'" }

  private static func list(_ texts: [String]) -> String {
    texts.map { $0.contains(" ") ? "'\($0)'" : $0 }.joined(separator: ", ")
  }
}

// MARK: - The words of a phrase

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
  mutating func ordinalInterval() -> (unit: Recurrence.Unit, count: Int)? {
    var scanner = self
    guard scanner.skip("every") || scanner.skip("each"), let number = scanner.take(RecurrenceWord.ordinal), number > 0,
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
    "annually": (.year, nil), "quarterly": (.month, 3), "fortnightly": (.week, 2), "biweekly": (.week, 2),
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
    guard word.count <= 2, word.allSatisfy({ $0.isASCII && $0.isNumber }), let day = Int(word) else { return nil }
    return (1...31).contains(day) ? day : nil
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
    guard ["st", "nd", "rd", "th"].contains(word.suffix(2)), let number = Int(word.dropLast(2)) else { return nil }
    return (1...366).contains(number) ? number : nil
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

// MARK: - What was read

/// What the parts of a phrase have said so far.
struct RecurrenceDraft {
  private var unit: Recurrence.Unit?
  private var interval: Int?
  var days: [RecurrenceParts.Day] = []
  var monthDays: [Int] = []
  var months: [Int] = []
  var positions: [Int] = []
  private var weeks: [Int] = []
  private var yearDays: [Int] = []
  var weekStart = RecurrenceParts.Weekday.monday
  var count: Int?
  var until: String?
  var isAfterCompletion = false
  /// Whether it is about each other week, which other days of the week can't join: “every other Fri and every Mon”.
  private var alternates = false

  /// Takes days of each week; false if they can't go with what was said.
  mutating func add(_ weekdays: [RecurrenceParts.Weekday]) -> Bool {
    days += weekdays.map { RecurrenceParts.Day(number: 0, weekday: $0) }
    return !alternates
  }

  /// Takes days of each other week; false if they can't go with what was said.
  mutating func alternates(_ weekdays: [RecurrenceParts.Weekday]) -> Bool {
    guard days.isEmpty, repeats(.week, every: 2) else { return false }
    defer { alternates = true }
    return add(weekdays)
  }

  /// Takes a unit and how many of them; false if it contradicts what was said: "weekly 3 days".
  ///
  /// "The last Fri of the month, every 2 months" says the unit twice.
  mutating func repeats(_ unit: Recurrence.Unit, every interval: Int?) -> Bool {
    guard self.unit ?? unit == unit, self.interval == nil || interval == nil else { return false }
    self.unit = unit
    self.interval = self.interval ?? interval
    return true
  }

  /// Takes ordinals with what they are about; false if there can't be such ones.
  mutating func add(_ ordinals: [Int], areDigits: Bool, of noun: RecurrenceScanner.Noun) -> Bool {
    switch noun {
    case .weekdays(let weekdays):
      guard !alternates else { return false }
      days += ordinals.flatMap { number in weekdays.map { RecurrenceParts.Day(number: number, weekday: $0) } }
    case .weekday:
      guard days.isEmpty, positions.isEmpty else { return false }
      days = RecurrenceWord.workdays.map { RecurrenceParts.Day(number: 0, weekday: $0) }
      positions = ordinals
    case .dayOfYear:
      yearDays += ordinals
      return repeats(.year, every: nil)
    case .week: weeks += ordinals
    case .dayOfMonth: monthDays += ordinals
    case .none:
      monthDays += ordinals
      // "Second" alone may be the unit.
      return areDigits && ordinals.allSatisfy { $0 > 0 }
    }
    return true
  }

  /// Nil if it says too little, or what no rule can say.
  var parts: RecurrenceParts? {
    let isOfMonth = !monthDays.isEmpty || !positions.isEmpty || days.contains { $0.number != 0 }
    let isOfYear = !months.isEmpty || !weeks.isEmpty || !yearDays.isEmpty
    let implied: Recurrence.Unit? = isOfYear ? .year : isOfMonth ? .month : days.isEmpty ? nil : .week
    guard let unit = unit ?? implied else { return nil }
    // A rule would mean that day of each month.
    if unit == .year, !monthDays.isEmpty, months.isEmpty { return nil }
    return RecurrenceParts(
      RecurrenceParts.Frequency(unit), every: interval ?? 1, count: count, until: until,
      numbers: [.month: months, .week: weeks, .yearDay: yearDays, .monthDay: monthDays, .position: positions],
      days: days, weekStart: weekStart, isAfterCompletion: isAfterCompletion)
  }
}
