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

  /// Where a text occurs first from some place on, without regard to case and accents.
  func firstRange(of text: String, from start: Index? = nil) -> Range<Index>? {
    let rest = (start ?? startIndex)..<endIndex
    let found = range(of: text, options: [.caseInsensitive, .diacriticInsensitive], range: rest)
    return found.flatMap { $0.isEmpty ? nil : $0 }
  }

  private func ranges(ignoringAccents text: String) -> [Range<Index>] {
    var ranges: [Range<Index>] = []
    var start = startIndex
    while start < endIndex, let range = firstRange(of: text, from: start) {
      ranges.append(range)
      start = range.upperBound
    }
    return ranges
  }
}
