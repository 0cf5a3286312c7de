/// A set of keys with a fast test for a million keys at a time.
///
/// Keys that are close together are kept as bits; a few that are far apart are hashed.
struct KeySet {
  private let span: ClosedRange<Int64>
  private let bits: [UInt64]
  private let hashed: Set<Int64>

  /// The widest span that is kept as bits: half a megabyte of them.
  private static let widestSpan: Int64 = 1 << 22

  /// Nil if there is no key.
  init?(_ ranges: [ClosedRange<Int64>]) {
    guard let low = ranges.map(\.lowerBound).min(), let high = ranges.map(\.upperBound).max() else { return nil }
    span = low...high
    guard high - low < Self.widestSpan else {
      (bits, hashed) = ([], Set(ranges.joined()))
      return
    }
    var bits = [UInt64](repeating: 0, count: Int((high - low) / 64) + 1)
    for key in ranges.joined() { bits[Int((key - low) >> 6)] |= 1 << UInt64((key - low) & 63) }
    (self.bits, hashed) = (bits, [])
  }

  /// Whether the set may contain a key of a range.
  func mayContainSome(of other: ClosedRange<Int64>) -> Bool { span.overlaps(other) }

  /// The offsets of the keys that are in the set.
  ///
  /// - Complexity: O(n), a few operations for each key.
  func offsets(in keys: PackedKeys) -> [Int] {
    guard !bits.isEmpty else { return keys.offsets { hashed.contains($0) } }
    let (low, width) = (span.lowerBound, UInt64(span.upperBound - span.lowerBound))
    return keys.offsets { key in
      // Below the span it wraps around to a large number, so one comparison does.
      let bit = UInt64(bitPattern: key &- low)
      return bit <= width && bits[Int(bit >> 6)] & (1 << (bit & 63)) != 0
    }
  }
}

/// Operations on ranges of keys.
enum KeyRanges {
  /// The same keys as ascending ranges, none of which overlaps or touches another.
  ///
  /// - Complexity: O(n log n) in the number of ranges.
  static func merged(_ ranges: [ClosedRange<Int64>]) -> [ClosedRange<Int64>] {
    var merged: [ClosedRange<Int64>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound - 1 <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }

  /// The number of keys; `Int.max` if there are more.
  static func count(_ ranges: [ClosedRange<Int64>]) -> Int {
    ranges.reduce(0) { sum, range in
      let (total, overflow) = sum.addingReportingOverflow(range.count)
      return overflow ? .max : total
    }
  }
}
