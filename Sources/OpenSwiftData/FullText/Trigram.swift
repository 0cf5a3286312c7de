/// Three scalars that follow one another in an indexed text.
struct Trigram: Equatable, Sendable {
  /// A scalar takes 21 bits.
  private let packed: UInt64

  private init(_ first: Unicode.Scalar, _ second: Unicode.Scalar, _ third: Unicode.Scalar) {
    packed = UInt64(first.value) << 42 | UInt64(second.value) << 21 | UInt64(third.value)
  }

  /// Nil for a text of another number of scalars.
  init?(_ text: String) {
    var scalars = text.unicodeScalars.makeIterator()
    guard let first = scalars.next(), let second = scalars.next(), let third = scalars.next(), scalars.next() == nil
    else { return nil }
    self.init(first, second, third)
  }

  /// The trigrams of a folded text, in order; none if it has fewer than three scalars.
  static func sequence(in text: String) -> [Trigram] {
    let scalars = Array(text.unicodeScalars)
    return scalars.indices.dropLast(2).map { Trigram(scalars[$0], scalars[$0 + 1], scalars[$0 + 2]) }
  }

  /// The trigrams of a folded text, each once.
  static func all(in text: String) -> [Trigram] {
    let trigrams = sequence(in: text).sorted { $0.packed < $1.packed }
    return trigrams.indices.filter { $0 == 0 || trigrams[$0 - 1] != trigrams[$0] }.map { trigrams[$0] }
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
