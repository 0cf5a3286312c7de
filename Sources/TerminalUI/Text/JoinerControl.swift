/// Tells where the zero width joiner and non-joiner have a use, so that they need no mark.
///
/// Persian words are written with a non-joiner between a letter and an ending, Indic ones with either of them after a
/// virama. Everywhere else, and in a row, they could carry anything unseen. The rules are those that names of hosts have
/// for them (RFC 5892, https://www.rfc-editor.org/rfc/rfc5892#appendix-A.1), looking at what stands before only: what
/// comes after is another cluster.
enum JoinerControl {
  private static let nonJoiner: UInt32 = 0x200C
  private static let joiner: UInt32 = 0x200D

  /// Whether a scalar is one that belongs to the letter before it.
  ///
  /// - Parameter piece: What stands in the same cell so far, base first.
  static func belongs(_ scalar: Unicode.Scalar, to piece: [Unicode.Scalar]) -> Bool {
    guard scalar.value == nonJoiner || scalar.value == joiner, let base = piece.first, let last = piece.last else {
      return false
    }
    if last.properties.canonicalCombiningClass == .virama { return true }
    // One is enough.
    return scalar.value == nonJoiner && last.value != nonJoiner && joins(base)
  }

  /// Whether a letter takes another shape beside others: those of Arabic and Syriac.
  private static func joins(_ letter: Unicode.Scalar) -> Bool {
    switch letter.value {
    case 0x620...0x74F, 0x750...0x77F, 0x860...0x8C9, 0xFB50...0xFDFB, 0xFE70...0xFEFC:
      letter.properties.generalCategory == .otherLetter
    default: false
    }
  }
}
