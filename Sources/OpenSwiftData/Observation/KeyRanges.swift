/// Ranges of keys, ascending, none touching another.
enum KeyRanges {
  /// The ranges of some runs without overlaps.
  static func merged(_ ranges: [ClosedRange<Int64>]) -> [ClosedRange<Int64>] {
    var merged: [ClosedRange<Int64>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound + 1 {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }

  /// How many keys there are; `Int.max` if they can't be counted.
  static func count(_ ranges: [ClosedRange<Int64>]) -> Int {
    ranges.reduce(0) { sum, range in
      let (total, overflow) = sum.addingReportingOverflow(range.count)
      return overflow ? .max : total
    }
  }
}
