/// The look of glyphs where the terminal's character set has only ASCII.
enum ASCIIFallback {
  private static let table: [Unicode.Scalar: Unicode.Scalar] = [
    "─": "-", "━": "-", "│": "|", "┃": "|", "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+",
    "┴": "+", "┼": "+", "╭": "+", "╮": "+", "╰": "+", "╯": "+", "…": "~", "▌": ">", "▐": "|", "█": "#", "▁": "_",
    "↑": "^", "↓": "v", "←": "<", "→": ">", "·": ".", "•": "*", "●": "x", "○": "o", "✓": "+", "✗": "x", "⚠": "!",
    "⇄": "?", "–": "-", "—": "-", "‘": "'", "’": "'", "“": "\"", "”": "\"", "\u{A0}": " ",
  ]

  /// One ASCII scalar for a glyph.
  static func scalar(for glyph: Glyph) -> Unicode.Scalar {
    let base = glyph.base
    return base.isASCII ? base : table[base] ?? "?"
  }
}
