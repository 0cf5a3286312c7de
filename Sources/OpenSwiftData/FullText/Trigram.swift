/// Three scalars that follow one another in an indexed text.
struct Trigram: Equatable, Sendable {
  /// A scalar takes 21 bits.
  private let packed: UInt64

  /// The trigrams of a folded text, in order; none if it has fewer than three scalars.
  static func sequence(in text: String) -> [Trigram] {
    var trigrams: [Trigram] = []
    trigrams.reserveCapacity(text.utf8.count)
    var (packed, count) = (UInt64(0), 0)
    for scalar in text.unicodeScalars {
      packed = (packed << 21 | UInt64(scalar.value)) & (1 << 63 - 1)
      count += 1
      if count > 2 { trigrams.append(Trigram(packed: packed)) }
    }
    return trigrams
  }

  /// The right side of `MATCH` for the rows that have the trigram: quoted, as it may contain anything.
  var expression: String {
    "\"\(scalars.map { $0 == "\"" ? "\"\"" : String(Character($0)) }.joined())\""
  }

  private var scalars: [Unicode.Scalar] {
    [42, 21, 0].compactMap { Unicode.Scalar(UInt32(truncatingIfNeeded: packed >> $0) & 0x1F_FFFF) }
  }

  /// A number by which trigrams can be summed: the sums of different ones are hardly ever the same.
  ///
  /// Source: the last step of SplitMix64, https://prng.di.unimi.it/splitmix64.c
  var checksum: UInt64 {
    var bits = packed
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }
}
