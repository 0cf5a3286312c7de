import Foundation

/// One way to write a date or a time.
///
/// `DateForm.all` is the only table of them: the parser, the hints in errors and on the command line, the manual, the
/// table in the documentation and the tests come from it.
public struct DateForm: Sendable {
  /// Ways to write it; they need not mean the same date.
  public let examples: [String]
  /// What it means, as a clause for people.
  public let meaning: String
  /// Whether the first example is among those that errors show.
  fileprivate let isHint: Bool
  let parser: Parser

  /// Parses the words of a form; nil for other words.
  enum Parser: Sendable {
    /// Parses a day, which a time can follow.
    case day(@Sendable ([String], DateReference) -> DateSpan?)
    /// Parses a moment, or a day that no time can follow.
    case moment(@Sendable ([String], DateReference) -> DateSpan?)
    /// Parses a time, given also the words of the day before it.
    case time(@Sendable (_ time: [String], _ day: [String]) -> TimeOfDay?)
  }

  /// The maximum number of words: `the`, `24th`, `of`, `dec`, `2027`, `at`, `5:30`, `pm`.
  static let maxWords = 8

  /// A few examples: `today, fri, +3d, 'fri 17:00'`.
  ///
  /// - Parameter quote: what stands around examples of several words.
  public static func hints(quote: String) -> String {
    all.filter(\.isHint).map { $0.examples[0] }.map { $0.contains(" ") ? quote + $0 + quote : $0 }
      .joined(separator: ", ")
  }

  private init(_ examples: [String], _ meaning: String, _ isHint: Bool, _ parser: Parser) {
    self.examples = examples
    self.meaning = meaning
    self.isHint = isHint
    self.parser = parser
  }

  private static func day(
    _ examples: String, _ meaning: String, isHint: Bool = false,
    _ parser: @escaping @Sendable ([String], DateReference) -> Date?
  ) -> DateForm {
    DateForm(
      split(examples), meaning, isHint,
      .day { words, reference in parser(words, reference).map { DateSpan(day: $0, reference) } })
  }

  /// A day that stands for several ones in queries.
  private static func period(
    _ examples: String, _ meaning: String, _ parser: @escaping @Sendable ([String], DateReference) -> DateSpan?
  ) -> DateForm { DateForm(split(examples), meaning + "; in queries all of it", false, .day(parser)) }

  private static func moment(
    _ examples: String, _ meaning: String, _ parser: @escaping @Sendable ([String], DateReference) -> DateSpan?
  ) -> DateForm { DateForm(split(examples), meaning, false, .moment(parser)) }

  private static func time(
    _ examples: String, _ meaning: String, isHint: Bool = false,
    _ parser: @escaping @Sendable ([String], [String]) -> TimeOfDay?
  ) -> DateForm { DateForm(split(examples), meaning, isHint, .time(parser)) }

  private static func split(_ examples: String) -> [String] { examples.components(separatedBy: ", ") }
}

// MARK: - The table

extension DateForm {
  /// All ways to write a date or a time: days, moments, and times of a day, in the order in which they are tried.
  public static let all = days + moments + times

  private static let days = [
    day("today, tod, eod, end of day", "this day", isHint: true, DayPhrase.today),
    day("tomorrow, tom, tmr", "the day after today", DayPhrase.tomorrow),
    day("day after tomorrow", "the one after that", DayPhrase.afterTomorrow),
    day("yesterday", "the day before today", DayPhrase.yesterday),
    day("fri, friday, weds, thurs", "the next one, never today", isHint: true, DayPhrase.weekday),
    day("this fri", "today, or the next one", DayPhrase.thisWeekday),
    day("next fri", "that of next week", DayPhrase.nextWeekday),
    day("last fri", "the one before today", DayPhrase.lastWeekday),
    period("weekend, this weekend", "its Saturday, or today once it has begun", PeriodPhrase.weekend),
    period("next weekend", "the Saturday of the one after that", PeriodPhrase.nextWeekend),
    day(
      "+3d, 3d, in 3 days, -2w, 2 weeks ago, in a week, two weeks, fortnight, in a fortnight, +1m, 1y",
      "so many days, weeks, months or years from today",
      isHint: true,
      DayPhrase.distant),
    day("eow, end of week", "the last day of the week", DayPhrase.endOfWeek),
    day("eom, end of month", "the last day of the month", isHint: true, DayPhrase.endOfMonth),
    day("eoy, end of year", "the last day of the year", DayPhrase.endOfYear),
    period("this week, this month, this year", "its last day", PeriodPhrase.this),
    period("next week, next month, next year", "its first day", PeriodPhrase.next),
    period("last week, last month, last year", "its first day", PeriodPhrase.last),
    day("1st, 3rd, 24th, the 24th", "the next such day of a month, or today", DayPhrase.ordinal),
    day(
      "24 dec, dec 24, 24-dec, 24. dec, 5 sept, 24th december, the 24th of december", "the next such day, or today",
      isHint: true, DayPhrase.monthDay),
    day("24 dec 2027, dec 24 2027, 24-dec-2027, 24th of dec 2027", "that day", DayPhrase.monthDayOfYear),
    day("24.12.", "the next such day, or today", DayPhrase.dotted),
    day("24.12.2026", "that day", DayPhrase.dottedWithYear),
    day(
      "12/24, 12/24/2026", "with `slash-dates` in the configuration, which says which number is the month",
      DayPhrase.slashed),
    day("2026-12-24", "that day", isHint: true, DayPhrase.numeric),
  ]

  private static let moments = [
    moment("now", "this moment", MomentPhrase.now),
    moment(
      "+2h, 2h, 2 hours, in 2 hours, -30min, 2 hours ago, 1h30m, in 1h30m, in an hour",
      "so many hours or minutes from now",
      MomentPhrase.distant),
    moment("tonight", "today at 20:00, and later than that just today", MomentPhrase.tonight),
    moment("2026-12-24T17:00", "that moment", MomentPhrase.numeric),
  ]

  private static let times = [
    time(
      "fri 17:00, fri 5pm, fri at 5:30 pm, 17:00, 5pm fri, 17:00 on fri",
      "a day and a time, in quick add and queries the day first; a time alone is the next moment with it",
      isHint: true, TimeOfDay.clock),
    time("fri noon, fri midnight", "12:00, and 0:00, with which the day begins", TimeOfDay.named),
    time("fri morning, fri afternoon, tomorrow evening", "9:00, 15:00 and 20:00", TimeOfDay.part),
    time("fri at 9, at 17", "the full hour, after “at”", TimeOfDay.hourAfterAt),
    time(
      "fri 9, next fri 17", "the full hour, after a weekday; in quick add and queries Friday, and a word 9",
      TimeOfDay.hourAfterWeekday),
  ]
}
