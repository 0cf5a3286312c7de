import Foundation

/// Parses phrases that name a day, into its first moment.
enum DayPhrase {
  // MARK: - Around today

  static func today(_ words: [String], _ reference: DateReference) -> Date? {
    [["today"], ["tod"], ["eod"], ["end", "of", "day"]].contains(words) ? reference.today : nil
  }

  static func tomorrow(_ words: [String], _ reference: DateReference) -> Date? {
    [["tomorrow"], ["tom"], ["tmr"]].contains(words) ? reference.day(1) : nil
  }

  static func afterTomorrow(_ words: [String], _ reference: DateReference) -> Date? {
    withoutArticle(words) == ["day", "after", "tomorrow"] ? reference.day(2) : nil
  }

  static func yesterday(_ words: [String], _ reference: DateReference) -> Date? {
    words == ["yesterday"] ? reference.day(-1) : nil
  }

  static func distant(_ words: [String], _ reference: DateReference) -> Date? { Distance(words)?.day(reference) }

  // MARK: - Weekdays

  static func weekday(_ words: [String], _ reference: DateReference) -> Date? {
    words.count == 1 ? weekday(words[0], in: 1...7, from: nil, reference) : nil
  }

  /// Today or within the next six days: nobody means a day that is over.
  static func thisWeekday(_ words: [String], _ reference: DateReference) -> Date? {
    words.first == "this" && words.count == 2 ? weekday(words[1], in: 0...6, from: nil, reference) : nil
  }

  static func nextWeekday(_ words: [String], _ reference: DateReference) -> Date? {
    guard words.first == "next", words.count == 2 else { return nil }
    let week = reference.calendar.dateInterval(of: .weekOfYear, for: reference.day(7))
    return week.flatMap { weekday(words[1], in: 0...6, from: $0.start, reference) }
  }

  static func lastWeekday(_ words: [String], _ reference: DateReference) -> Date? {
    words.first == "last" && words.count == 2
      ? weekday(words[1], in: (-7...(-1)).reversed(), from: nil, reference) : nil
  }

  /// The first day with a weekday, some days after another day or after today.
  private static func weekday(
    _ word: String, in offsets: some Sequence<Int>, from day: Date?, _ reference: DateReference
  ) -> Date? {
    guard let weekday = Weekday(word) else { return nil }
    return offsets.lazy.map { reference.day($0, from: day) }.first { Weekday(of: $0, reference) == weekday }
  }

  // MARK: - Weeks, months and years

  static func endOfWeek(_ words: [String], _ reference: DateReference) -> Date? {
    words == ["eow"] || words == ["end", "of", "week"] ? end(of: .weekOfYear, reference) : nil
  }

  static func endOfMonth(_ words: [String], _ reference: DateReference) -> Date? {
    words == ["eom"] || words == ["end", "of", "month"] ? end(of: .month, reference) : nil
  }

  static func endOfYear(_ words: [String], _ reference: DateReference) -> Date? {
    words == ["eoy"] || words == ["end", "of", "year"] ? end(of: .year, reference) : nil
  }

  private static func end(of unit: Calendar.Component, _ reference: DateReference) -> Date? {
    reference.calendar.dateInterval(of: unit, for: reference.now).map { reference.day(-1, from: $0.end) }
  }

  // MARK: - Days of a month

  /// `3rd`, `the 3rd`: the next month that has such a day.
  static func ordinal(_ words: [String], _ reference: DateReference) -> Date? {
    let words = withoutArticle(words)
    guard words.count == 1, words[0].last?.isLetter == true, let day = dayOfMonth(words[0]) else { return nil }
    let today = reference.gregorianDay
    let (year, month) = (today.year, today.month)
    // After a month that is too short for the day there is always one that is long enough.
    return (month...month + 2).lazy.compactMap { date(year + ($0 - 1) / 12, ($0 - 1) % 12 + 1, day, reference) }
      .first { $0 >= reference.today }
  }

  static func monthDay(_ words: [String], _ reference: DateReference) -> Date? {
    let words = parts(of: words)
    return words.count == 2 ? dayAndMonth(words).flatMap { next($0, $1, reference) } : nil
  }

  static func monthDayOfYear(_ words: [String], _ reference: DateReference) -> Date? {
    let words = parts(of: words)
    guard words.count == 3, let year = number(words[2][...], 4...4), let (day, month) = dayAndMonth(words) else {
      return nil
    }
    return date(year, month, day, reference)
  }

  /// The parts of `24-dec`, and of `24th of december` without the second word.
  private static func parts(of words: [String]) -> [String] {
    let words = withoutArticle(words)
    if words.count == 1 { return words[0].split(separator: "-", omittingEmptySubsequences: false).map(String.init) }
    return words.count > 2 && words[1] == "of" ? [words[0]] + words[2...] : words
  }

  private static func withoutArticle(_ words: [String]) -> [String] {
    words.first == "the" ? Array(words.dropFirst()) : words
  }

  /// `24.12.`; without the last dot it might be a number.
  static func dotted(_ words: [String], _ reference: DateReference) -> Date? {
    guard words.count == 1, words[0].hasSuffix(".") else { return nil }
    let parts = words[0].dropLast().split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let day = number(parts[0], 1...2), let month = number(parts[1], 1...2) else { return nil }
    return next(day, month, reference)
  }

  static func dottedWithYear(_ words: [String], _ reference: DateReference) -> Date? {
    guard words.count == 1 else { return nil }
    let parts = words[0].split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let day = number(parts[0], 1...2), let month = number(parts[1], 1...2),
      let year = number(parts[2], 4...4)
    else { return nil }
    return date(year, month, day, reference)
  }

  /// `12/24` and `12/24/2026`, or the day first.
  static func slashed(_ words: [String], _ reference: DateReference) -> Date? {
    guard words.count == 1, reference.slashDates != .off else { return nil }
    let parts = words[0].split(separator: "/", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let first = number(parts[0], 1...2), let second = number(parts[1], 1...2)
    else { return nil }
    let (day, month) = reference.slashDates == .dayFirst ? (first, second) : (second, first)
    guard parts.count == 3 else { return next(day, month, reference) }
    return number(parts[2], 4...4).flatMap { date($0, month, day, reference) }
  }

  static func numeric(_ words: [String], _ reference: DateReference) -> Date? {
    guard words.count == 1 else { return nil }
    let parts = words[0].split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, let year = number(parts[0], 4...4), let month = number(parts[1], 1...2),
      let day = number(parts[2], 1...2)
    else { return nil }
    return date(year, month, day, reference)
  }

  /// Whether two words name a day and a month, though no year may have it: `31 feb`.
  static func isDayAndMonth(_ first: String, _ second: String) -> Bool { dayAndMonth([first, second]) != nil }

  /// Parses `24 dec` and `dec 24`, of more words the first two.
  private static func dayAndMonth(_ words: [String]) -> (day: Int, month: Int)? {
    for (dayWord, monthWord) in [(words[0], words[1]), (words[1], words[0])] {
      if let day = dayOfMonth(dayWord), let month = CalendarWord.month(monthWord) { return (day, month) }
    }
    return nil
  }

  /// Parses `24`, `24th` and `24.`.
  private static func dayOfMonth(_ word: String) -> Int? {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard let day = number(digits, 1...2), (1...31).contains(day) else { return nil }
    return ["", ".", CalendarWord.ordinalSuffix(of: day)].contains(String(word.dropFirst(digits.count))) ? day : nil
  }

  private static func number(_ digits: Substring, _ lengths: ClosedRange<Int>) -> Int? {
    CalendarWord.number(digits, lengths)
  }

  /// The next such day, or today; the 29th of February may be years away.
  private static func next(_ day: Int, _ month: Int, _ reference: DateReference) -> Date? {
    let year = reference.gregorianDay.year
    return (0...8).lazy.compactMap { date(year + $0, month, day, reference) }.first { $0 >= reference.today }
  }

  private static func date(_ year: Int, _ month: Int, _ day: Int, _ reference: DateReference) -> Date? {
    // Not a day of Foundation's calendar, which is the Julian one before 1582.
    CalendarDay(year: year, month: month, day: day)?.start(in: reference.calendar)
  }
}

/// A weekday, numbered as in `Calendar`.
struct Weekday: Hashable {
  private let number: Int

  /// - Parameter word: the English name, or what is written for it.
  init?(_ word: String) {
    guard let index = CalendarWord.weekday(word) else { return nil }
    number = index + 1
  }

  init(of date: Date, _ reference: DateReference) { number = reference.calendar.component(.weekday, from: date) }
}
