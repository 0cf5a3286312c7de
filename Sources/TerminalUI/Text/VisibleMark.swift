/// The marks, one column wide, for scalars that a terminal would obey or that are invisible.
///
/// Control characters must not reach a terminal (git CVE-2024-52005); with bidirectional controls and invisible scalars
/// a text can look like another one (Trojan Source, CVE-2021-42574).
enum VisibleMark {
  private static let bidirectional: Unicode.Scalar = "⇄"
  static let invisible: Unicode.Scalar = "·"
  private static let lineBreak: Unicode.Scalar = "␤"
  private static let unknown: Unicode.Scalar = "\u{FFFD}"

  /// The mark for a scalar; nil if it may be drawn as it is.
  static func mark(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
    if (0x20..<0x7F).contains(scalar.value) { return nil }
    return mark(for: scalar, scalar.properties.generalCategory)
  }

  /// The same for a scalar of a known category.
  static func mark(for scalar: Unicode.Scalar, _ category: Unicode.GeneralCategory) -> Unicode.Scalar? {
    switch category {
    case .control: return control(scalar.value)
    case .format: return isBidirectional(scalar.value) ? bidirectional : invisible
    case .lineSeparator, .paragraphSeparator: return lineBreak
    case .unassigned: return unknown
    default: return isInvisibleLetter(scalar.value) ? invisible : nil
    }
  }

  /// Unicode has pictures for C0 and DEL (U+2400–U+2421), but not for C1.
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

  /// Hangul fillers and the grapheme joiner are invisible, though their categories are letters and marks.
  private static func isInvisibleLetter(_ value: UInt32) -> Bool {
    switch value {
    case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x3164, 0xFFA0: true
    default: false
    }
  }
}

/// What is drawn for glyphs where the locale's character set is not UTF-8.
enum ASCIIFallback {
  private static let table: [Unicode.Scalar: Unicode.Scalar] = [
    "─": "-", "━": "-", "│": "|", "┃": "|", "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+",
    "┴": "+", "┼": "+", "╭": "+", "╮": "+", "╰": "+", "╯": "+", "…": "~", "▌": ">", "▐": "|", "█": "#", "▁": "_",
    "↑": "^", "↓": "v", "←": "<", "→": ">", "⇆": "=", "·": ".", "•": "*", "●": "x", "○": "o", "✓": "+", "✗": "x",
    "▾": "v", "▸": ">", "⚠": "!",
    "⇄": "?", "×": "x", "◌": "-", "↻": "&", "›": "*", "␤": "/", "␡": "^", "\u{FFFD}": "?", "–": "-", "—": "-", "‘": "'",
    "’": "'",
    "“": "\"", "”": "\"", "\u{A0}": " ",
  ]

  /// The pictures of control characters, U+2400 to U+241F.
  private static let controlPictures: ClosedRange<UInt32> = 0x2400...0x241F

  /// The ASCII scalar for a glyph; `?` where none is similar.
  static func scalar(for glyph: Glyph) -> Unicode.Scalar { look(of: glyph.base) ?? "?" }

  /// The ASCII scalar for a scalar that the library itself draws; nil for all others.
  static func look(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    if scalar.isASCII { return scalar }
    return controlPictures.contains(scalar.value) ? "^" : table[scalar]
  }
}
