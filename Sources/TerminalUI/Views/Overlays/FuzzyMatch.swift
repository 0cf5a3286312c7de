/// How well letters typed for something match its name, and which of its letters they are.
///
/// All letters must be in the name, in this order. Of all the ways to find them the best one counts: letters at the
/// beginning of words and letters that follow each other are worth more, gaps cost. Case does not matter, blanks are
/// not looked for.
public struct FuzzyMatch: Hashable, Sendable {
  /// The higher, the better; comparable for the same letters only.
  public let score: Int
  /// The letters found, in order; neighbours are one range.
  public let ranges: [Range<String.Index>]

  /// Matches letters with a name; nil if they are not in it.
  ///
  /// - Complexity: O(letters · length of the name).
  public init?(_ letters: String, in name: String) {
    let wanted = letters.filter { !$0.isWhitespace }.map { $0.lowercased() }
    guard !wanted.isEmpty else {
      (score, ranges) = (0, [])
      return
    }
    guard let found = FuzzyTable(wanted, in: Array(name)).best else { return nil }
    score = found.score
    ranges = Self.ranges(of: found.places, in: name)
  }

  /// The names that match, best first; of equally good ones the shorter one, then the earlier one.
  public static func ranked(_ names: [String], by letters: String) -> [(index: Int, match: FuzzyMatch)] {
    let found = names.enumerated().compactMap { index, name in
      FuzzyMatch(letters, in: name).map { (index: index, match: $0, length: name.count) }
    }
    // Without letters all are equally good, and the given order is the best.
    let isBlank = letters.allSatisfy(\.isWhitespace)
    let sorted =
      isBlank ? found : found.sorted { ($1.match.score, $0.length, $0.index) < ($0.match.score, $1.length, $1.index) }
    return sorted.map { ($0.index, $0.match) }
  }

  private static func ranges(of places: [Int], in name: String) -> [Range<String.Index>] {
    let borders = Array(name.indices) + [name.endIndex]
    return places.reduce(into: []) { ranges, place in
      if let last = ranges.last, last.upperBound == borders[place] {
        ranges[ranges.count - 1] = last.lowerBound..<borders[place + 1]
      } else {
        ranges.append(borders[place]..<borders[place + 1])
      }
    }
  }
}
