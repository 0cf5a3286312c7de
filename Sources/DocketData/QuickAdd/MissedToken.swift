/// A word of a new item that begins as a date, a priority or a repetition does, and is none.
public struct MissedToken: Hashable, Sendable {
  /// The word as it is typed.
  public let word: String
  /// What it is not.
  public let kind: String
  /// Whether it is being typed still.
  public let isUnfinished: Bool

  /// What it is not, and what becomes of it.
  public var words: String { "“\(word)” is no \(kind)\(isUnfinished ? " yet" : "") and stays in the title" }

  /// The first one of a line; nil if there is none.
  ///
  /// - Complexity: O(words of the line · words that were understood).
  public static func first(in line: String, _ tokens: [QuickAdd.Token]) -> MissedToken? {
    var place = 0
    for word in line.split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace) {
      let range = place..<place + word.count
      place = range.upperBound + 1
      guard let kind = kind(word), !tokens.contains(where: { $0.range.overlaps(range) }) else { continue }
      return MissedToken(word: String(word), kind: kind, isUnfinished: word.endIndex == line.endIndex)
    }
    return nil
  }

  /// A sign that stands alone is meant for nothing else.
  private static func kind(_ word: Substring) -> String? {
    if word.lowercased().hasPrefix("every:") { return "repetition" }
    guard word.count > 1 else { return nil }
    switch word.first {
    case "@": return "date"
    case "!" where !word.allSatisfy { $0 == "!" }: return "priority"
    default: return nil
    }
  }
}
