import Testing

@testable import TerminalUI

@Suite struct FuzzyMatchTests {
  /// The name with what was found in brackets; nil if it does not match.
  private func found(_ letters: String, _ name: String) -> String? {
    guard let match = FuzzyMatch(letters, in: name) else { return nil }
    var drawing = name
    for range in match.ranges.reversed() {
      drawing.insert("]", at: range.upperBound)
      drawing.insert("[", at: range.lowerBound)
    }
    return drawing
  }

  @Test(
    arguments: [
      ("sf", "save filter", "[s]ave [f]ilter"), ("ave", "save filter", "s[ave] filter"),
      ("fil", "fix all filters", "fix all [fil]ters"), ("GT", "goToTop", "[g]o[T]oTop"), ("", "any", "any"),
      ("x", "any", nil), ("na", "an", nil), ("s f", "save filter", "[s]ave [f]ilter"), ("漢", "learn 漢字", "learn [漢]字"),
      ("é", "Café", "Caf[é]"), ("ops", "show operations", "show [op]eration[s]"), ("a", "", nil),
      ("aab", "xaxaab", "xax[aab]"),
    ] as [(String, String, String?)])
  func theBestWayIsFound(_ letters: String, _ name: String, _ drawing: String?) {
    #expect(found(letters, name) == drawing)
  }

  @Test func betterMatchesComeFirst() {
    let names = ["unset filter", "sort by title", "set filter", "save filter", "Select All", "edit"]
    let ranked = FuzzyMatch.ranked(names, by: "sf").map { names[$0.index] }
    #expect(ranked == ["set filter", "save filter", "unset filter"])
  }

  @Test func tiesAreDecidedTheSameEachTime() {
    let names = ["tag b", "tag a", "tag", "tag c"]
    for _ in 0..<20 { #expect(FuzzyMatch.ranked(names, by: "tag").map(\.index) == [2, 0, 1, 3]) }
    #expect(FuzzyMatch.ranked(names, by: " ").map(\.index) == [0, 1, 2, 3])
  }

  /// The table against all ways there are.
  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func noWayIsBetter(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func text(_ count: Int) -> String {
      String((0..<count).map { _ in Array("abAB -")[Int.random(in: 0..<6, using: &random)] })
    }
    let name = text(Int.random(in: 0...9, using: &random))
    let letters = text(Int.random(in: 1...4, using: &random)).filter { $0 != " " }
    let best = Self.ways(Array(letters), Array(name)).map { Self.score($0, Array(name)) }.max()
    #expect(FuzzyMatch(letters, in: name)?.score == best, "seed \(seed): \(letters) in \(name)")
  }

  private static func ways(_ letters: [Character], _ name: [Character], from start: Int = 0) -> [[Int]] {
    guard let first = letters.first else { return [[]] }
    return (start..<max(start, name.count)).filter { name[$0].lowercased() == first.lowercased() }.flatMap { place in
      ways(Array(letters.dropFirst()), name, from: place + 1).map { [place] + $0 }
    }
  }

  private static func score(_ places: [Int], _ name: [Character]) -> Int {
    var score = -min(places.first ?? 0, 4)
    for (index, place) in places.enumerated() {
      if place == 0 { score += 9 }
      if place > 0, !name[place - 1].isLetter || (name[place - 1].isLowercase && name[place].isUppercase) { score += 8 }
      if index > 0 { score += place == places[index - 1] + 1 ? 6 : -(place - places[index - 1] - 1) }
    }
    return score
  }
}
