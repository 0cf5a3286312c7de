/// The best score of each letter at each place of a name, by way of the letters before.
struct FuzzyTable {
  private static let wordStart = 8
  private static let follows = 6
  private static let gap = 1
  /// The places before the first letter that cost as a gap does.
  private static let lead = 4

  private struct Entry {
    let score: Int
    /// The place of the letter before.
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

  /// The best way, of several the one that ends first; nil if there is none.
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
    /// The best entry before, lessened by a gap for each place passed.
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

  /// The first one, unless the other is better.
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
