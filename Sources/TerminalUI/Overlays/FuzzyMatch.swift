/// The best match of typed letters with a name: its score, and the letters found.
///
/// All letters must be in the name, in this order. Letters at the beginning of words and adjacent letters score more,
/// gaps cost. Case and blanks do not matter.
public struct FuzzyMatch: Hashable, Sendable {
  /// Higher is better; comparable for the same letters only.
  public let score: Int
  /// The letters found, in order; adjacent ones are one range.
  public let ranges: [Range<String.Index>]

  /// Matches letters with a name; nil if they do not match.
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

  /// The names that match, best first; of equally good ones the shorter, then the earlier.
  public static func ranked(_ names: [String], by letters: String) -> [(index: Int, match: FuzzyMatch)] {
    let found = names.enumerated().compactMap { index, name in
      FuzzyMatch(letters, in: name).map { (index: index, match: $0, length: name.count) }
    }
    // Without letters, the given order is kept.
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

/// The best score of each letter at each position of a name, given the letters before (dynamic programming).
private struct FuzzyTable {
  private static let wordStart = 8
  private static let follows = 6
  private static let gap = 1
  /// How many positions before the first letter cost as much as a gap.
  private static let lead = 4

  private struct Entry {
    let score: Int
    /// The position of the letter before.
    let previous: Int
  }

  private var rows: [[Entry?]] = []

  init(_ letters: [String], in name: [Character]) {
    let folded = name.map { $0.lowercased() }
    let bonuses = name.indices.map { Self.bonus(at: $0, in: name) }
    for letter in letters {
      let last = rows.last
      rows.append(Self.row(of: letter, in: folded, bonuses, after: last))
    }
  }

  /// The best match, of several the one that ends first; nil if there is none.
  var best: (score: Int, places: [Int])? {
    guard let last = rows.last else { return nil }
    var end: Int?
    for (place, entry) in last.enumerated() {
      if let entry, entry.score > (end.flatMap { last[$0]?.score } ?? .min) { end = place }
    }
    guard let end, let score = last[end]?.score else { return nil }
    return (score, places(endingAt: end))
  }

  private func places(endingAt end: Int) -> [Int] {
    var places = [end]
    for row in rows.dropFirst().reversed() {
      if let entry = row[places[places.count - 1]] { places.append(entry.previous) }
    }
    return places.reversed()
  }

  private static func row(
    of letter: String, in folded: [String], _ bonuses: [Int], after last: [Entry?]?
  ) -> [Entry?] {
    var row = [Entry?](repeating: nil, count: folded.count)
    // The best entry before, minus a gap for each position passed.
    var reach: Entry?
    for place in folded.indices {
      let direct = last.flatMap { place > 0 ? $0[place - 1] : nil }
      if folded[place] == letter {
        row[place] =
          last == nil
          ? Entry(score: bonuses[place] - min(place, lead) * gap, previous: -1)
          : better(direct.map { Entry(score: $0.score + follows, previous: place - 1) }, reach).map {
            Entry(score: $0.score + bonuses[place], previous: $0.previous)
          }
      }
      reach = better(reach, direct.map { Entry(score: $0.score, previous: place - 1) })
      reach = reach.map { Entry(score: $0.score - gap, previous: $0.previous) }
    }
    return row
  }

  /// The entry with the higher score; the first one if they are equal.
  private static func better(_ one: Entry?, _ other: Entry?) -> Entry? {
    guard let one else { return other }
    guard let other else { return one }
    return other.score > one.score ? other : one
  }

  private static func bonus(at place: Int, in name: [Character]) -> Int {
    guard place > 0 else { return wordStart + 1 }
    let before = name[place - 1]
    let isStart = !before.isLetter && !before.isNumber || before.isLowercase && name[place].isUppercase
    return isStart ? wordStart : 0
  }
}
