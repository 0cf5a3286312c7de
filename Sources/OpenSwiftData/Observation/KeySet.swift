/// A set of keys made to be asked a million times whether a key is one of them.
///
/// Keys that lie close together are bits; a few that lie far apart are hashed.
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

  func mayContainSome(of other: ClosedRange<Int64>) -> Bool { span.overlaps(other) }

  /// The offsets of the keys that are in the set.
  ///
  /// - Complexity: O(n), a few operations for each key.
  func offsets(in keys: ContiguousArray<Int64>) -> [Int] {
    guard !bits.isEmpty else { return keys.indices.filter { hashed.contains(keys[$0]) } }
    let (low, width) = (span.lowerBound, UInt64(span.upperBound - span.lowerBound))
    var offsets: [Int] = []
    for (offset, key) in keys.enumerated() {
      // Below the span it wraps around to a large number, so one comparison does.
      let place = UInt64(bitPattern: key &- low)
      if place <= width, bits[Int(place >> 6)] & (1 << (place & 63)) != 0 { offsets.append(offset) }
    }
    return offsets
  }
}
