import Foundation

/// Parses dates as people type them: `today`, `fri`, `next mon`, `+3d`, `eow`, `24 dec`, `2026-12-24 17:00`.
public enum DatePhrase {
  /// The maximum number of words: `next`, `mon`, `at`, `5:30`, `pm`.
  static let maxWords = 5

  /// Parses a phrase.
  ///
  /// - Parameter text: the phrase and nothing else; case does not matter.
  /// - Returns: nil if the text is not a date.
  public static func span(of text: some StringProtocol, _ reference: DateReference) -> DateSpan? {
    span(of: text.lowercased().split { $0 == " " || $0 == "\t" }.map(String.init), reference)
  }

  static func span(of words: [String], _ reference: DateReference) -> DateSpan? {
    guard !words.isEmpty, words.count <= maxWords else { return nil }
    if let moment = MomentPhrase.date(of: words, reference) { return DateSpan(minute: moment) }
    // The day comes before the time; either may be missing.
    for count in (0...words.count).reversed() {
      let (dayWords, timeWords) = (Array(words.prefix(count)), Array(words.dropFirst(count)))
      if let span = span(dayWords, timeWords, reference) { return span }
    }
    return nil
  }

  private static func span(_ day: [String], _ time: [String], _ reference: DateReference) -> DateSpan? {
    switch (DayPhrase.day(of: day, reference), TimePhrase(time)) {
    case (let day?, let time?): time.date(on: day, reference).map(DateSpan.init(minute:))
    case (let date?, nil): time.isEmpty ? DateSpan(day: date, reference) : nil
    case (nil, let time?): day.isEmpty ? time.next(reference).map(DateSpan.init(minute:)) : nil
    case (nil, nil): nil
    }
  }
}

/// Parses phrases of one word that name a moment: `now`, `+2h`, `-30min`, `2026-12-24T17:00`.
private enum MomentPhrase {
  static func date(of words: [String], _ reference: DateReference) -> Date? {
    guard words.count == 1 else { return nil }
    if words[0] == "now" { return reference.now }
    if let seconds = Distance(words[0])?.seconds { return reference.now.addingTimeInterval(seconds) }
    let parts = words[0].split(separator: "t", maxSplits: 1).map(String.init)
    guard parts.count == 2, let day = DayPhrase.numeric(parts[0], reference), let time = TimePhrase([parts[1]]) else {
      return nil
    }
    return time.date(on: day, reference)
  }
}

/// A time of day: `17:00`, `5pm`, `5:30 pm`, `noon`, with or without `at`.
private struct TimePhrase {
  private let hour: Int
  private let minute: Int

  init?(_ words: [String]) {
    let words = words.first == "at" ? Array(words.dropFirst()) : words
    switch words.joined() {
    case "noon": (hour, minute) = (12, 0)
    case "midnight": (hour, minute) = (0, 0)
    case let text where words.count == 1 || words.count == 2 && ["am", "pm"].contains(words[1]):
      guard let time = Self.clock(text) else { return nil }
      (hour, minute) = time
    default: return nil
    }
  }

  private static func clock(_ text: String) -> (Int, Int)? {
    let half = ["am", "pm"].first { text.hasSuffix($0) }
    let parts = text.dropLast(half == nil ? 0 : 2).split(separator: ":", omittingEmptySubsequences: false)
    // A number alone is not a time.
    guard parts.count == 2 || parts.count == 1 && half != nil, let hour = number(parts[0], 1...2) else { return nil }
    guard let minute = parts.count == 2 ? number(parts[1], 2...2) : 0, minute < 60 else { return nil }
    guard let half else { return hour < 24 ? (hour, minute) : nil }
    return (1...12).contains(hour) ? (hour % 12 + (half == "pm" ? 12 : 0), minute) : nil
  }

  private static func number(_ digits: Substring, _ lengths: ClosedRange<Int>) -> Int? {
    lengths.contains(digits.count) && digits.allSatisfy { $0.isASCII && $0.isNumber } ? Int(digits) : nil
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
