import Foundation

/// Reads dates as people type them: `today`, `fri`, `next mon`, `+3d`, `eow`, `24 dec`, `2026-12-24 17:00`.
public enum DatePhrase {
  /// The most words that a phrase can have: `next`, `mon`, `at`, `5:30`, `pm`.
  static let mostWords = 5

  /// - Parameters:
  ///   - text: the phrase and nothing else; case does not matter.
  ///   - reference: what it is relative to.
  /// - Returns: nil if it is no date.
  public static func span(of text: some StringProtocol, _ reference: DateReference) -> DateSpan? {
    let words = text.lowercased().split { $0 == " " || $0 == "\t" }.map(String.init)
    return span(of: words, reference)
  }

  static func span(of words: [String], _ reference: DateReference) -> DateSpan? {
    guard !words.isEmpty, words.count <= mostWords else { return nil }
    if let moment = MomentPhrase.date(of: words, reference) { return DateSpan(minute: moment) }
    // The day comes first and the time after it; either may be missing.
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
