import Foundation

/// Parses dates as people type them: `today`, `fri`, `next mon`, `+3d`, `eow`, `24 dec`, `2026-12-24 17:00`.
///
/// The forms are those of `DateForm.all`.
public enum DatePhrase {
  /// Parses a phrase.
  ///
  /// - Parameter text: the phrase and nothing else; case does not matter.
  /// - Returns: nil if the text is not a date.
  public static func span(of text: some StringProtocol, _ reference: DateReference) -> DateSpan? {
    span(of: text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init), reference)
  }

  /// - Parameter isInText: whether the words stand in a longer text, in which a number may mean anything.
  static func span(of words: [String], _ reference: DateReference, isInText: Bool = false) -> DateSpan? {
    guard !words.isEmpty, words.count <= DateForm.maxWords else { return nil }
    if let moment = moment(words, reference) { return moment }
    // The day mostly comes before the time; either may be missing.
    for count in (0...words.count).reversed() {
      let (day, time) = (Array(words.prefix(count)), Array(words.dropFirst(count)))
      guard !isInText || TimeOfDay.hourAfterWeekday(time, day) == nil else { continue }
      if let span = span(day, time, reference) { return span }
    }
    // In a text, what follows a time belongs to it more likely: “@5pm sat nav”.
    return isInText ? nil : spanOfTimeBeforeDay(words, reference)
  }

  /// Parses as many words as possible at the beginning of a longer text; nil if it begins with no date.
  static func beginning(of text: [String], _ reference: DateReference) -> (span: DateSpan, count: Int)? {
    for count in (1...DateForm.maxWords).reversed() where count <= text.count {
      let words = text.prefix(count).map { $0.lowercased() }
      if let span = span(of: words, reference, isInText: true) { return (span, count) }
    }
    return nil
  }

  /// Parses `5pm fri` and `noon tomorrow`, of times those that are times without a day, too.
  private static func spanOfTimeBeforeDay(_ words: [String], _ reference: DateReference) -> DateSpan? {
    for count in 1..<max(words.count, 1) {
      let day = words.dropFirst(count)
      if let time = time(Array(words.prefix(count)), []),
        let date = self.day(Array(day.first == "on" ? day.dropFirst() : day), reference)
      {
        return time.date(on: date.start, reference).map { DateSpan(minute: $0) }
      }
    }
    return nil
  }

  private static func span(_ dayWords: [String], _ timeWords: [String], _ reference: DateReference) -> DateSpan? {
    if timeWords.isEmpty { return day(dayWords, reference) }
    guard let time = time(timeWords, dayWords) else { return nil }
    if dayWords.isEmpty { return time.next(reference).map { DateSpan(minute: $0, timeAlone: time) } }
    return day(dayWords, reference).flatMap { time.date(on: $0.start, reference) }.map { DateSpan(minute: $0) }
  }

  // MARK: - The forms of a kind

  private static func moment(_ words: [String], _ reference: DateReference) -> DateSpan? {
    first { if case .moment(let parse) = $0 { parse(words, reference) } else { nil } }
  }

  private static func day(_ words: [String], _ reference: DateReference) -> DateSpan? {
    first { if case .day(let parse) = $0 { parse(words, reference) } else { nil } }
  }

  private static func time(_ words: [String], _ day: [String]) -> TimeOfDay? {
    first { if case .time(let parse) = $0 { parse(words, day) } else { nil } }
  }

  private static func first<Value>(_ parse: (DateForm.Parser) -> Value?) -> Value? {
    for form in DateForm.all {
      if let value = parse(form.parser) { return value }
    }
    return nil
  }
}

/// Parses phrases that name a moment, or a day that no time can follow.
enum MomentPhrase {
  /// When `tonight` is.
  static let evening = 20

  static func now(_ words: [String], _ reference: DateReference) -> DateSpan? {
    words == ["now"] ? DateSpan(minute: reference.minute) : nil
  }

  static func distant(_ words: [String], _ reference: DateReference) -> DateSpan? {
    Distance(words)?.seconds.map { DateSpan(minute: reference.minute.addingTimeInterval($0)) }
  }

  /// What is due in the evening would be overdue from the beginning if the evening has come.
  static func tonight(_ words: [String], _ reference: DateReference) -> DateSpan? {
    guard words == ["tonight"] else { return nil }
    let evening = TimeOfDay(hour: evening, minute: 0).date(on: reference.today, reference)
    return evening.flatMap { $0 > reference.now ? DateSpan(minute: $0) : nil }
      ?? DateSpan(day: reference.now, reference)
  }

  static func numeric(_ words: [String], _ reference: DateReference) -> DateSpan? {
    guard words.count == 1 else { return nil }
    let parts = words[0].split(separator: "t", maxSplits: 1).map(String.init)
    guard parts.count == 2, let day = DayPhrase.numeric([parts[0]], reference),
      let time = TimeOfDay.clock([parts[1]], [])
    else { return nil }
    return time.date(on: day, reference).map { DateSpan(minute: $0) }
  }
}

/// A time of day: `17:00`, `5pm`, `5:30 pm`, `noon`, with or without `at`.
struct TimeOfDay: Hashable, Sendable {
  let hour: Int
  let minute: Int

  static func named(_ words: [String], _ day: [String]) -> TimeOfDay? {
    switch withoutAt(words) {
    case ["noon"]: TimeOfDay(hour: 12, minute: 0)
    case ["midnight"]: TimeOfDay(hour: 0, minute: 0)
    default: nil
    }
  }

  /// Parts of a day; the evening is when `tonight` is.
  static func part(_ words: [String], _ day: [String]) -> TimeOfDay? {
    // Alone, a word is as likely one of a title.
    guard !day.isEmpty else { return nil }
    switch words {
    case ["morning"]: return TimeOfDay(hour: 9, minute: 0)
    case ["afternoon"]: return TimeOfDay(hour: 15, minute: 0)
    case ["evening"]: return TimeOfDay(hour: MomentPhrase.evening, minute: 0)
    default: return nil
    }
  }

  static func clock(_ words: [String], _ day: [String]) -> TimeOfDay? {
    let words = withoutAt(words)
    guard words.count == 1 || words.count == 2 && ["am", "pm"].contains(words[1]) else { return nil }
    let text = words.joined()
    let half = ["am", "pm"].first { text.hasSuffix($0) }
    let parts = text.dropLast(half == nil ? 0 : 2).split(separator: ":", omittingEmptySubsequences: false)
    // A number alone is not a time.
    guard parts.count == 2 || parts.count == 1 && half != nil, let hour = CalendarWord.number(parts[0], 1...2) else {
      return nil
    }
    guard let minute = parts.count == 2 ? CalendarWord.number(parts[1], 2...2) : 0, minute < 60 else { return nil }
    guard let half else { return hour < 24 ? TimeOfDay(hour: hour, minute: minute) : nil }
    guard (1...12).contains(hour) else { return nil }
    return TimeOfDay(hour: hour % 12 + (half == "pm" ? 12 : 0), minute: minute)
  }

  static func hourAfterAt(_ words: [String], _ day: [String]) -> TimeOfDay? {
    words.count == 2 && words[0] == "at" ? fullHour(words[1]) : nil
  }

  static func hourAfterWeekday(_ words: [String], _ day: [String]) -> TimeOfDay? {
    words.count == 1 && day.last.flatMap(Weekday.init) != nil ? fullHour(words[0]) : nil
  }

  private static func fullHour(_ word: String) -> TimeOfDay? {
    CalendarWord.number(word, 1...2).flatMap { $0 < 24 ? TimeOfDay(hour: $0, minute: 0) : nil }
  }

  private static func withoutAt(_ words: [String]) -> [String] {
    words.first == "at" ? Array(words.dropFirst()) : words
  }

  /// This time on a day; if the clock skips it, the moment after.
  func date(on day: Date, _ reference: DateReference) -> Date? {
    reference.calendar.date(bySettingHour: hour, minute: minute, second: 0, of: day)
  }

  func next(_ reference: DateReference) -> Date? {
    guard let date = date(on: reference.today, reference) else { return nil }
    return date > reference.now ? date : self.date(on: reference.day(1), reference)
  }
}
