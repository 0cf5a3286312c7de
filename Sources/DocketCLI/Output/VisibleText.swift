/// Text for people, of which a terminal obeys nothing and nothing hides.
///
/// Control characters must not reach a terminal (git CVE-2024-52005); bidirectional controls and invisible characters
/// make text lie about itself (Trojan Source, CVE-2021-42574).
enum VisibleText {
  /// The text with a mark in place of each such character.
  ///
  /// - Complexity: linear in the length of the text.
  static func marked(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) { return text }
    var result = String.UnicodeScalarView()
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      result.append(isEmojiJoin(scalars, index) ? scalar : mark(scalar) ?? scalar)
    }
    return String(result)
  }

  private static func mark(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.properties.generalCategory {
    case .control: control(scalar.value)
    case .format: scalar.isBidirectionalControl ? "⇄" : "·"
    case .lineSeparator, .paragraphSeparator: "␤"
    default: nil
    }
  }

  /// Pictures exist for C0 and DEL (https://www.unicode.org/charts/PDF/U2400.pdf), not for C1.
  private static func control(_ value: UInt32) -> Unicode.Scalar {
    switch value {
    case 0..<0x20: Unicode.Scalar(0x2400 + value) ?? "\u{fffd}"
    case 0x7f: "␡"
    default: "\u{fffd}"
    }
  }

  /// Whether a zero-width joiner stands between two emoji, where it makes one of them.
  ///
  /// Source: https://www.unicode.org/reports/tr51/#Emoji_ZWJ_Sequences
  private static func isEmojiJoin(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    guard scalars[index] == "\u{200d}", index > 0, index + 1 < scalars.count else { return false }
    let before = scalars[index - 1]
    return (before.properties.isEmoji || before == "\u{fe0f}") && scalars[index + 1].properties.isEmoji
  }
}

extension Unicode.Scalar {
  /// Whether it changes the direction of the text around it.
  var isBidirectionalControl: Bool {
    switch value {
    case 0x061c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069: true
    default: false
    }
  }

  /// Whether it is one of C0, DEL or C1.
  var isControl: Bool { value < 0x20 || (0x7f..<0xa0).contains(value) }

  /// `\uXXXX`; only for the basic plane, where all characters that are escaped stand.
  var escape: String {
    let digits = String(value, radix: 16)
    return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
