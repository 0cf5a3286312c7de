import Foundation

/// A time of the day: `17:00`, `5pm`, `5:30 pm`, `noon`, with or without `at`.
struct TimePhrase: Hashable {
  let hour: Int
  let minute: Int

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
    // A number alone is no time.
    guard parts.count == 2 || parts.count == 1 && half != nil, let hour = number(parts[0], 1...2) else { return nil }
    guard let minute = parts.count == 2 ? number(parts[1], 2...2) : 0, minute < 60 else { return nil }
    guard let half else { return hour < 24 ? (hour, minute) : nil }
    return (1...12).contains(hour) ? (hour % 12 + (half == "pm" ? 12 : 0), minute) : nil
  }

  private static func number(_ digits: Substring, _ lengths: ClosedRange<Int>) -> Int? {
    lengths.contains(digits.count) && digits.allSatisfy { $0.isASCII && $0.isNumber } ? Int(digits) : nil
  }

  /// That time of a day; where the clock skips it, the moment after.
  func date(on day: Date, _ reference: DateReference) -> Date? {
    reference.calendar.date(bySettingHour: hour, minute: minute, second: 0, of: day)
  }

  /// The next time the clock shows it.
  func next(_ reference: DateReference) -> Date? {
    guard let date = date(on: reference.today, reference) else { return nil }
    return date > reference.now ? date : self.date(on: reference.day(1), reference)
  }
}
