import Foundation

/// The columns of the terminal that is written to, and texts cut to some of them.
package enum TerminalColumns {
  /// How many there are; nil if it is no terminal, or does not say.
  package static var current: Int? { size.flatMap { $0.ws_col > 1 ? Int($0.ws_col) : nil } }

  /// How many rows there are; nil if it is no terminal, or does not say.
  package static var currentRows: Int? { size.flatMap { $0.ws_row > 1 ? Int($0.ws_row) : nil } }

  private static var size: winsize? {
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return size
  }

  /// How many columns a text takes.
  package static func width(of text: String) -> Int { text.reduce(0) { $0 + width(of: $1) } }

  private static func width(of character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first, scalar.value >= 0x300 else { return 1 }
    // What is drawn as a picture has two columns, whatever its first scalar has.
    if character.unicodeScalars.count > 1, scalar.properties.isEmoji { return 2 }
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  /// The blocks of scripts and pictures whose characters take two columns.
  ///
  /// Source: https://www.unicode.org/reports/tr11/
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F9FF, 0x20000...0x3FFFD,
  ]

  /// Texts that share columns: what one does not need is the others'; none gets fewer than eight.
  package static func share(_ columns: Int, _ texts: [String]) -> [String] {
    var (rest, shares) = (columns, [Int](repeating: 0, count: texts.count))
    let order = texts.indices.sorted { width(of: texts[$0]) < width(of: texts[$1]) }
    for (place, index) in order.enumerated() {
      shares[index] = min(width(of: texts[index]), max(8, rest / (texts.count - place)))
      rest -= shares[index]
    }
    return texts.indices.map { cut(texts[$0], to: shares[$0]) }
  }

  /// A text with a mark where it was cut.
  package static func cut(_ text: String, to columns: Int) -> String {
    guard width(of: text) > columns else { return text }
    var (part, used) = ("", 0)
    for character in text {
      let width = width(of: character)
      guard used + width < columns else { break }
      part.append(character)
      used += width
    }
    return part + "…"
  }
}
