extension String {
  /// Where a text occurs, without regard to case; no two occurrences overlap.
  ///
  /// - Complexity: O(length of this text · length of the other).
  func rangesIgnoringCase(of text: String) -> [Range<Index>] {
    let wanted = text.map { $0.lowercased() }
    let letters = map { $0.lowercased() }
    guard !wanted.isEmpty else { return [] }
    let borders = Array(indices) + [endIndex]
    var ranges: [Range<Index>] = []
    var place = 0
    while place + wanted.count <= letters.count {
      if letters[place..<place + wanted.count].elementsEqual(wanted) {
        ranges.append(borders[place]..<borders[place + wanted.count])
        place += wanted.count
      } else {
        place += 1
      }
    }
    return ranges
  }
}
