/// The look of glyphs where the terminal's character set has only ASCII.
enum ASCIIFallback {
  private static let table: [Unicode.Scalar: Unicode.Scalar] = [
    "─": "-", "━": "-", "│": "|", "┃": "|", "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+",
    "┴": "+", "┼": "+", "╭": "+", "╮": "+", "╰": "+", "╯": "+", "…": "~", "▌": ">", "▐": "|", "█": "#", "▁": "_",
    "↑": "^", "↓": "v", "←": "<", "→": ">", "·": ".", "•": "*", "●": "x", "○": "o", "✓": "+", "✗": "x", "⚠": "!",
    "⇄": "?", "×": "x", "◌": "o", "␤": "/", "␡": "^", "\u{FFFD}": "?", "–": "-", "—": "-", "‘": "'", "’": "'",
    "“": "\"", "”": "\"", "\u{A0}": " ",
  ]

  /// The pictures of control characters, U+2400 to U+241F.
  private static let controlPictures: ClosedRange<UInt32> = 0x2400...0x241F

  /// One ASCII scalar for a glyph; `?` where nothing is like it.
  static func scalar(for glyph: Glyph) -> Unicode.Scalar { look(of: glyph.base) ?? "?" }

  /// What stands for a scalar; nil if it is none that the library itself draws.
  static func look(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    if scalar.isASCII { return scalar }
    return controlPictures.contains(scalar.value) ? "^" : table[scalar]
  }
}
