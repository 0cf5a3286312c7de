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

  func contains(_ key: Int64) -> Bool {
    guard span.contains(key) else { return false }
    guard !bits.isEmpty else { return hashed.contains(key) }
    let offset = key - span.lowerBound
    return bits[Int(offset >> 6)] & (1 << UInt64(offset & 63)) != 0
  }
}
