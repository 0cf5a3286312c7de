import Foundation

/// Reads phrases that name a moment by themselves: `now`, `+2h`, `-30min`, `2026-12-24T17:00`.
enum MomentPhrase {
  static func date(of words: [String], _ reference: DateReference) -> Date? {
    guard words.count == 1 else { return nil }
    if words[0] == "now" { return reference.now }
    return distance(words[0], reference) ?? joined(words[0], reference)
  }

  private static func distance(_ word: String, _ reference: DateReference) -> Date? {
    guard let distance = Distance(word), let seconds = distance.seconds else { return nil }
    return reference.now.addingTimeInterval(seconds)
  }

  private static func joined(_ word: String, _ reference: DateReference) -> Date? {
    let parts = word.split(separator: "t", maxSplits: 1).map(String.init)
    guard parts.count == 2, let day = DayPhrase.numeric(parts[0], reference), let time = TimePhrase([parts[1]]) else {
      return nil
    }
    return time.date(on: day, reference)
  }
}
