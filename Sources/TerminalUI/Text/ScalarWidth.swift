/// The columns a scalar takes in a terminal, as the C library and terminals count them.
///
/// Zero-width follows the general categories; wide is East Asian Wide and Fullwidth of UAX #11
/// (https://www.unicode.org/reports/tr11/) plus the scalars with emoji presentation, and Ambiguous
/// where ``AmbiguousWidth/current`` says so.
enum ScalarWidth {
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4C6,
    0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x18CD5, 0x18D00...0x18D08, 0x1AFF0...0x1B2FB, 0x1F200...0x1F202,
    0x1F210...0x1F23B, 0x1F240...0x1F248, 0x1F250...0x1F265, 0x20000...0x3FFFD,
  ]

  static func columns(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return AmbiguousWidth.widens(scalar) ? 2 : 1 }
    if isZero(scalar) { return 0 }
    return isWide(scalar) || AmbiguousWidth.widens(scalar) ? 2 : 1
  }

  static func isZero(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: isConjoiningJamo(scalar.value)
    }
  }

  /// Vowels and final consonants join the syllable before them.
  private static func isConjoiningJamo(_ value: UInt32) -> Bool {
    (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FB).contains(value)
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    if value < 0x1100 || isRegionalIndicator(scalar) { return false }
    return wide.contains { $0.contains(value) } || scalar.properties.isEmojiPresentation
  }

  static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool { (0x1F1E6...0x1F1FF).contains(scalar.value) }
}
