import Foundation

extension String {
  /// Where texts occur, without regard to case and accents, in their order; what overlaps counts once.
  ///
  /// - Complexity: O(number of texts · length).
  func ranges(of texts: [String]) -> [Range<Index>] {
    let found = texts.flatMap { ranges(ignoringAccents: $0) }.sorted { $0.lowerBound < $1.lowerBound }
    return found.reduce(into: []) { ranges, range in
      if let last = ranges.last, range.lowerBound < last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
  }

  private func ranges(ignoringAccents text: String) -> [Range<Index>] {
    var ranges: [Range<Index>] = []
    var start = startIndex
    while start < endIndex,
      let range = range(of: text, options: [.caseInsensitive, .diacriticInsensitive], range: start..<endIndex),
      !range.isEmpty
    {
      ranges.append(range)
      start = range.upperBound
    }
    return ranges
  }
}
