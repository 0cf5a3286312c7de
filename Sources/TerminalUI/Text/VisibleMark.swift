/// What is shown for a scalar that a terminal would obey, or that hides: always one column.
///
/// Control characters must not reach a terminal (git CVE-2024-52005); bidirectional controls and invisible
/// scalars make text lie about itself (Trojan Source, CVE-2021-42574).
enum VisibleMark {
  private static let bidirectional: Unicode.Scalar = "⇄"
  static let invisible: Unicode.Scalar = "·"
  private static let lineBreak: Unicode.Scalar = "␤"
  private static let unknown: Unicode.Scalar = "\u{FFFD}"

  /// The mark for `scalar`, or nil if it may be drawn as it is.
  static func mark(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
    if (0x20..<0x7F).contains(scalar.value) { return nil }
    switch scalar.properties.generalCategory {
    case .control: return control(scalar.value)
    case .format: return isBidirectional(scalar.value) ? bidirectional : invisible
    case .lineSeparator, .paragraphSeparator: return lineBreak
    case .unassigned: return unknown
    default: return isInvisibleLetter(scalar.value) ? invisible : nil
    }
  }

  /// Pictures exist for C0 and DEL (U+2400–U+2421), not for C1.
  private static func control(_ value: UInt32) -> Unicode.Scalar {
    switch value {
    case 0..<0x20: Unicode.Scalar(0x2400 + value) ?? unknown
    case 0x7F: "␡"
    default: unknown
    }
  }

  private static func isBidirectional(_ value: UInt32) -> Bool {
    switch value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Hangul fillers and the grapheme joiner have no shape, though they count as letters and marks.
  private static func isInvisibleLetter(_ value: UInt32) -> Bool {
    switch value {
    case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x3164, 0xFFA0: true
    default: false
    }
  }
}
