import Foundation

/// The `uid`s that an import has met, in two megabytes: it says which ones a store can't have yet.
///
/// A Bloom filter: what it has not seen is not there, what it has seen may be. Beyond some millions of items it says
/// "may be" of ever more, which only costs look-ups.
///
/// Source: https://en.wikipedia.org/wiki/Bloom_filter
struct SeenIdentifiers {
  private static let bitCount: UInt64 = 1 << 24
  private static let probes: UInt64 = 4

  private var words: [UInt64]

  /// - Parameter isComplete: whether nothing was there before; otherwise everything may be.
  init(isComplete: Bool) { words = isComplete ? Array(repeating: 0, count: Int(Self.bitCount / 64)) : [] }

  mutating func insert(_ uid: UUID) {
    guard !words.isEmpty else { return }
    for bit in Self.bits(uid) { words[Int(bit / 64)] |= 1 << (bit % 64) }
  }

  func mayContain(_ uid: UUID) -> Bool {
    words.isEmpty || Self.bits(uid).allSatisfy { words[Int($0 / 64)] & 1 << ($0 % 64) != 0 }
  }

  /// Two independent halves make as many positions as needed; those of time-based UUIDs differ in a few bits only.
  private static func bits(_ uid: UUID) -> some Sequence<UInt64> {
    let (first, second) = withUnsafeBytes(of: uid.uuid) {
      (
        $0.loadUnaligned(fromByteOffset: 0, as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
      )
    }
    let (start, step) = (mixed(first ^ mixed(second)), mixed(second &+ mixed(first)) | 1)
    return (0..<probes).lazy.map { (start &+ $0 &* step) % bitCount }
  }

  /// The finalizer of SplitMix64, which spreads each bit over all.
  private static func mixed(_ bits: UInt64) -> UInt64 {
    var generator = SplitMix64(state: bits)
    return generator.next()
  }
}
