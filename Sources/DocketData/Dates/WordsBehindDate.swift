/// Words behind a date that are not a part of it, but may be meant so: the `9` of `fri 9 eggs`, the `fri` of `5pm fri`.
///
/// In a longer text, such words belong to what surrounds the date.
struct WordsBehindDate: Hashable {
  /// What they may be meant for.
  enum Meaning: Hashable {
    /// A part of the date, which is understood if it is typed so: "fri 9:00", "fri 5pm".
    case date(String)
    /// A date of their own: "tue" of “on tue”.
    case otherDate(String)
    /// A time that no day has: “25:00”.
    case noTime
  }

  /// The words as they are typed.
  let words: String
  let meaning: Meaning

  /// The most words that are looked at: `on the 15th`.
  static let maxWords = 3

  /// - Parameters:
  ///   - phrase: the date as it is typed, without quotation marks.
  ///   - following: the words behind it.
  /// - Returns: nil if none of them may belong to the date.
  init?(behind phrase: String, _ following: [String], _ reference: DateReference) {
    guard let span = DatePhrase.span(of: phrase, reference) else { return nil }
    let found = span.isDay ? Self.time(phrase, following) : Self.day(phrase, following, reference)
    if let found, let meant = DatePhrase.span(of: found.date, reference), !meant.isDay {
      (words, meaning) = (found.words, .date(found.date))
    } else if let other = Self.dateOfItsOwn(following, reference) {
      (words, meaning) = (other.words, .otherDate(other.date))
    } else if span.isDay, let word = following.first, Self.looksLikeTime(word) {
      (words, meaning) = (word, .noTime)
    } else {
      return nil
    }
  }

  /// A date at the beginning of some words, perhaps after “on”: `9pm`, `on tue`, `in 2 weeks`; nil if there is none.
  ///
  /// How long something takes, as in `2h`, is as likely a part of a title.
  static func dateOfItsOwn(_ words: [String], _ reference: DateReference) -> (words: String, date: String)? {
    let words = words.prefix(maxWords)
    let first = words.first?.lowercased() == "on" ? 1 : 0
    for count in (first..<max(words.count, first)).reversed().map({ $0 + 1 }) {
      let phrase = words[first..<count].map { $0.lowercased() }
      let isDuration = phrase[0].first?.isNumber == true && Distance(phrase) != nil && phrase.last != "ago"
      if !isDuration, DatePhrase.span(of: phrase, reference) != nil {
        return (words.prefix(count).joined(separator: " "), words[first..<count].joined(separator: " "))
      }
    }
    return nil
  }

  /// Finds a time behind a day: `9`, or the first one of `5pm-6pm`.
  private static func time(_ day: String, _ following: [String]) -> (words: String, date: String)? {
    guard let word = following.first else { return nil }
    let times = word.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    func isHour(_ text: String) -> Bool { CalendarWord.number(text, 1...2) != nil }
    guard times.count == 2 || times.count == 1 && isHour(times[0]),
      times.allSatisfy({ isHour($0) || TimeOfDay.clock([$0], []) != nil })
    else { return nil }
    return (word, "\(day) \(times[0])\(isHour(times[0]) ? ":00" : "")")
  }

  /// Whether a word has the form of `25:00`; a time of a day would have been understood.
  private static func looksLikeTime(_ word: String) -> Bool {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 2 && CalendarWord.number(String(parts[0]), 1...2) != nil
      && CalendarWord.number(String(parts[1]), 2...2) != nil
  }

  /// Finds a day behind a time: `fri`, `24 dec`, `on fri`.
  private static func day(
    _ time: String, _ following: [String], _ reference: DateReference
  ) -> (words: String, date: String)? {
    let isOn = following.first?.lowercased() == "on"
    let days = following.prefix(maxWords).dropFirst(isOn ? 1 : 0)
    for count in (0...days.count).reversed() where count > 0 {
      let day = days.prefix(count).joined(separator: " ")
      if DatePhrase.span(of: "\(time) \(day)", reference) != nil {
        return ((isOn ? "\(following[0]) " : "") + day, "\(day) \(time)")
      }
    }
    return nil
  }
}
