/// What the parts of a phrase have said so far.
struct RecurrenceDraft {
  private var unit: Recurrence.Unit?
  private var interval: Int?
  private var days: [RecurrenceParts.Day] = []
  private var monthDays: [Int] = []
  private var months: [Int] = []
  private var positions: [Int] = []
  private var weeks: [Int] = []
  private var yearDays: [Int] = []
  private var weekStart = RecurrenceParts.Weekday.monday
  private var count: Int?
  private var until: String?
  private var isAfterCompletion = false
  /// Whether it is about each other week, which other days of the week can't join: “every other Fri and every Mon”.
  private var isAlternating = false

  /// Takes days of each week; false if they can't go with what was said.
  mutating func add(_ weekdays: [RecurrenceParts.Weekday]) -> Bool {
    days += weekdays.map { RecurrenceParts.Day(number: 0, weekday: $0) }
    return !isAlternating
  }

  /// Takes days of each other week; false if they can't go with what was said.
  mutating func addAlternating(_ weekdays: [RecurrenceParts.Weekday]) -> Bool {
    guard days.isEmpty, repeats(.week, every: 2) else { return false }
    defer { isAlternating = true }
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
      guard !isAlternating else { return false }
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

  /// Takes a month of each year.
  mutating func add(month: Int) { months.append(month) }

  /// Takes a day of a month of each year.
  mutating func add(month: Int, day: Int) {
    add(month: month)
    monthDays.append(day)
  }

  /// Takes which of the days count, from the first one of each month or year.
  mutating func keepsOnly(_ positions: [Int]) { self.positions += positions }

  /// Takes the day with which weeks begin.
  mutating func weeksBegin(on weekday: RecurrenceParts.Weekday) { weekStart = weekday }

  /// Counts from when an item is done; false if that contradicts what was said.
  mutating func repeatsAfterCompletion(_ unit: Recurrence.Unit, every interval: Int) -> Bool {
    isAfterCompletion = true
    return repeats(unit, every: interval)
  }

  /// Takes how often it happens; false if that was said before.
  mutating func ends(after count: Int) -> Bool {
    defer { self.count = count }
    return self.count == nil
  }

  /// Takes when it ends, as the rule has it.
  mutating func ends(on until: String) { self.until = until }

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
