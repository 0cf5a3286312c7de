import Foundation

/// The days of a series, in order, as its rule and its first day give them.
///
/// A rule of months or years that names no days is one of intervals: it has the last day of a month that is too short,
/// and comes back to its own day afterwards. Rules that name days leave out those that a month or a year does not have,
/// as the standard says.
struct RecurrenceDays: IteratorProtocol {
  /// 31 December 9998: the last day that has a following year.
  private static let lastDay = CalendarDay.days(9_998, 12, 31)

  private let parts: RecurrenceParts
  private let start: CalendarDay
  private let months: Set<Int>?
  private let monthDays: Set<Int>?
  private let days: [RecurrenceParts.Day]
  private let weekdays: Set<RecurrenceParts.Weekday>
  private let maxEmptyPeriods: Int
  /// Whether a short month has its last day instead of one that it lacks.
  private let isInterval: Bool
  /// The number of the next period.
  private var period = 0
  private var emptyPeriods = 0
  /// The days of the present period that were not asked for yet, the last one first.
  private var rest: [Int] = []

  /// - Parameters:
  ///   - start: the first day of the series; it is one of its days only if the rule says so.
  ///   - limit: a day before which days may be left out.
  ///   - years: after so many years without a day none is looked for; after 400 there never is one.
  /// - Returns: nil for a rule whose days are not known here: of hours, or of another calendar.
  init?(
    _ parts: RecurrenceParts, from start: CalendarDay, skippingTo limit: CalendarDay? = nil,
    lookingAhead years: Int = 400
  ) {
    guard parts.isOfDays else { return nil }
    // Without repetitions, which a file may have by the thousand.
    let parts = parts.normalized
    (self.parts, self.start) = (parts, start)
    isInterval = parts.numbers.isEmpty && parts.days.isEmpty
    // Source: https://www.rfc-editor.org/rfc/rfc5545#page-41, what the start says if the rule does not.
    let namesNone =
      parts.days.isEmpty && parts.numbers[.week] == nil && parts.numbers[.yearDay] == nil
      && parts.numbers[.monthDay] == nil
    let (_, month, day) = start.parts
    let isLong = parts.frequency == .monthly || parts.frequency == .yearly
    days =
      namesNone && parts.frequency == .weekly
      ? [RecurrenceParts.Day(number: 0, weekday: .init(start))] : parts.days
    weekdays = Set(days.map(\.weekday))
    maxEmptyPeriods = Self.maxEmptyPeriods(parts) * years / 400
    monthDays = namesNone && isLong ? [day] : parts.numbers[.monthDay].map(Set.init)
    months = parts.numbers[.month].map(Set.init) ?? (namesNone && parts.frequency == .yearly ? [month] : nil)
    if let limit { period = max(0, periods(to: limit) - 1) }
  }

  /// The next day; nil if there is none.
  mutating func next() -> CalendarDay? {
    while rest.isEmpty {
      guard emptyPeriods <= maxEmptyPeriods, let range = range(period) else { return nil }
      period += 1
      let found = selected(range.filter { matches(CalendarDay(daysSince1970: $0)) })
        .filter { $0 >= start.daysSince1970 }
      emptyPeriods = found.isEmpty ? emptyPeriods + 1 : 0
      rest = found.reversed()
    }
    return rest.popLast().map(CalendarDay.init(daysSince1970:))
  }

  /// Whether the rule has the first day of the series itself; no other period is looked at.
  var hasStart: Bool {
    let days = range(0).map { selected($0.filter { matches(CalendarDay(daysSince1970: $0)) }) } ?? []
    return days.contains(start.daysSince1970)
  }

  // MARK: - Periods

  /// After so many periods without a day there is none any more.
  ///
  /// The calendar, its weekdays included, is the same again after 400 years. There never is one if no period has as many days as the positions say.
  private static func maxEmptyPeriods(_ parts: RecurrenceParts) -> Int {
    let (days, periods) =
      switch parts.frequency {
      case .weekly: (7, 20_871)
      case .monthly: (31, 4_800)
      case .yearly: (366, 400)
      default: (1, 146_097)
      }
    if parts.numbers[.position]?.allSatisfy({ abs($0) > days }) == true { return 0 }
    // No month has a sixth Monday.
    let isOfMonths = parts.frequency == .monthly || parts.numbers[.month] != nil
    return isOfMonths && !parts.days.isEmpty && parts.days.allSatisfy { abs($0.number) > 5 } ? 0 : periods
  }

  /// How many periods begin between the first one and that of another day.
  private func periods(to day: CalendarDay) -> Int {
    let ((year, month, _), (otherYear, otherMonth, _)) = (start.parts, day.parts)
    let units =
      switch parts.frequency {
      case .weekly: start.days(to: day) / 7
      case .monthly: (otherYear - year) * 12 + otherMonth - month
      case .yearly: otherYear - year
      default: start.days(to: day)
      }
    return units / parts.interval
  }

  /// The days of a period; nil if they are too far away.
  private func range(_ period: Int) -> ClosedRange<Int>? {
    let (units, overflows) = period.multipliedReportingOverflow(by: parts.interval)
    guard !overflows, units <= Self.lastDay else { return nil }
    let (year, month, _) = start.parts
    let range: ClosedRange<Int>
    switch parts.frequency {
    case .weekly:
      let first = start.daysSince1970 - parts.weekStart.days(to: .init(start)) + units * 7
      range = first...first + 6
    case .monthly:
      let (years, months) = (month - 1 + units).quotientAndRemainder(dividingBy: 12)
      range = CalendarDay.days(year + years, months + 1, 1)...CalendarDay.days(year + years, months + 2, 1) - 1
    case .yearly: range = CalendarDay.days(year + units, 1, 1)...CalendarDay.days(year + units, 12, 31)
    default: range = start.daysSince1970 + units...start.daysSince1970 + units
    }
    return range.upperBound <= Self.lastDay ? range : nil
  }

  /// Those of a period's days that have the positions of the rule.
  private func selected(_ days: [Int]) -> [Int] {
    guard let positions = parts.numbers[.position], !days.isEmpty else { return days }
    let indexes = positions.map { $0 > 0 ? $0 - 1 : days.count + $0 }
    return Set(indexes.filter(days.indices.contains)).sorted().map { days[$0] }
  }

  // MARK: - Days

  private func matches(_ day: CalendarDay) -> Bool {
    let (year, month, number) = day.parts
    if let months, !months.contains(month) { return false }
    let weekday = RecurrenceParts.Weekday(day)
    if !weekdays.isEmpty, !weekdays.contains(weekday) { return false }
    let inMonth = CalendarDay.days(year, month, 1)..<CalendarDay.days(year, month + 1, 1)
    if let monthDays {
      let wanted = isInterval ? Set(monthDays.map { min($0, inMonth.count) }) : monthDays
      guard wanted.contains(number) || wanted.contains(number - inMonth.count - 1) else { return false }
    }
    if let yearDays = parts.numbers[.yearDay] {
      let inYear = Self.days(of: year)
      let number = day.daysSince1970 - inYear.lowerBound + 1
      guard yearDays.contains(number) || yearDays.contains(number - inYear.count - 1) else { return false }
    }
    if let weeks = parts.numbers[.week], !isIn(weeks, day, year) { return false }
    guard !days.isEmpty else { return true }
    let scope = parts.frequency == .yearly && parts.numbers[.month] == nil ? Self.days(of: year) : inMonth
    let place = day.daysSince1970 - scope.lowerBound
    return days.contains {
      $0.weekday == weekday && [0, place / 7 + 1, -((scope.count - 1 - place) / 7) - 1].contains($0.number)
    }
  }

  private static func days(of year: Int) -> Range<Int> {
    CalendarDay.days(year, 1, 1)..<CalendarDay.days(year + 1, 1, 1)
  }

  /// Whether a day is in one of some weeks: the first one has four days at least.
  private func isIn(_ weeks: [Int], _ day: CalendarDay, _ year: Int) -> Bool {
    let first = [year + 1, year, year - 1].map(firstWeek)
    // The week year of the day.
    let index = day.daysSince1970 >= first[0] ? 0 : day.daysSince1970 >= first[1] ? 1 : 2
    let number = (day.daysSince1970 - first[index]) / 7 + 1
    let count = (firstWeek(year + 2 - index) - first[index]) / 7
    return weeks.contains(number) || weeks.contains(number - count - 1)
  }

  /// The first day of a year's first week.
  private func firstWeek(_ year: Int) -> Int {
    let fourth = CalendarDay.days(year, 1, 4)
    return fourth - parts.weekStart.days(to: .init(daysSince1970: fourth))
  }
}

extension RecurrenceParts.Weekday {
  init(_ day: CalendarDay) { self.init(daysSince1970: day.daysSince1970) }

  /// Also of days that no `CalendarDay` has.
  init(daysSince1970 days: Int) {
    // 1 January 1970 was a Thursday.
    self = Self.allCases[((days + 3) % 7 + 7) % 7]
  }

  /// From 0 for Monday.
  var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// From 0 to 6.
  func days(to other: Self) -> Int { (other.number - number + 7) % 7 }
}

extension RecurrenceRule {
  /// Whether the dates of a series can be computed.
  ///
  /// Those of rules of hours and times, and of other calendars, can't be yet; they stay where they are.
  var isComputable: Bool { recurrence != nil || RecurrenceParts(rawValue)?.isOfDays == true }

  /// The due date of the next item of a series, as that of an interval; nil if the series is over.
  ///
  /// - Parameters:
  ///   - anchor: the due date of the first item; ignored unless it is a day or a moment as the last one is.
  ///   - moment: when the last item was done.
  ///   - calendar: the calendar and time zone in which days are counted.
  func due(following last: Due, anchor: Due? = nil, after moment: Date, calendar: Calendar) -> Due? {
    if let recurrence { return recurrence.due(following: last, anchor: anchor, after: moment, calendar: calendar) }
    guard let parts = RecurrenceParts(rawValue) else { return nil }
    let anchor = anchor.flatMap { ($0.day == nil) == (last.day == nil) ? $0 : nil } ?? last
    let limit = max(last.date(in: calendar), moment)
    let first = anchor.day(in: calendar)
    if parts.isAfterCompletion {
      let done = Due.day(CalendarDay(moment, in: calendar.timeZone))
      guard parts.count != 1,
        let day = parts.completionInterval?.due(following: done, after: moment, calendar: calendar).day
      else { return nil }
      let due = due(on: day, first, anchor, calendar)
      return parts.isOver(at: due, calendar) ? nil : due
    }
    // To count they have to be looked at from the beginning.
    let skipped = parts.count == nil ? CalendarDay(limit, in: calendar.timeZone) : nil
    guard var days = RecurrenceDays(parts, from: first, skippingTo: skipped) else { return nil }
    var count = 0
    while let day = days.next() {
      // The date of the first item counts, even if the rule does not have it: https://www.rfc-editor.org/rfc/rfc5545#section-3.3.10
      if count == 0, day != first { count = 1 }
      count += 1
      let due = due(on: day, first, anchor, calendar)
      guard count <= parts.count ?? .max, !parts.isOver(at: due, calendar) else { return nil }
      if due.date(in: calendar) > limit { return due }
    }
    return nil
  }

  /// Whether the next date is reckoned from the day of completion.
  public var isAfterCompletion: Bool { RecurrenceParts(rawValue)?.isAfterCompletion == true }

  /// The rule of the next item of a series.
  ///
  /// Where dates are reckoned from completion, they can't be counted from the first one: each item has how many are left.
  var ofNext: RecurrenceRule {
    guard let parts = RecurrenceParts(rawValue), parts.isAfterCompletion, parts.count != nil else { return self }
    return RecurrenceRule(rawValue: parts.counted.text) ?? self
  }

  /// The date of a series on a day: a moment has the time of day of the first one.
  private func due(on day: CalendarDay, _ first: CalendarDay, _ anchor: Due, _ calendar: Calendar) -> Due {
    guard case .moment(let moment) = anchor else { return .day(day) }
    let days = first.days(to: day)
    return .moment(
      calendar.date(byAdding: .day, value: days, to: moment) ?? moment.addingTimeInterval(Double(days) * 86_400))
  }
}

extension RecurrenceParts {
  /// Whether it is about days, in our calendar.
  var isOfDays: Bool {
    [.daily, .weekly, .monthly, .yearly].contains(frequency) && isGregorian
      && [.hour, .minute, .second].allSatisfy { numbers[$0] == nil }
  }

  /// Whether a date is after the last moment or day.
  func isOver(at due: Due, _ calendar: Calendar) -> Bool {
    guard let until else { return false }
    guard until.contains("T") else {
      guard let last = CalendarDay(until) else { return false }
      return due.day(in: calendar) > last
    }
    guard let last = TimestampText.date(until, calendar.timeZone) else { return false }
    return due.day.map { $0 > CalendarDay(last, in: calendar.timeZone) } ?? (due.date(in: calendar) > last)
  }
}
