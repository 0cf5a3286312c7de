import Foundation

/// Texts of scalars that fold in ways of their own.
enum HostileText {
  private static let pieces = [
    "a", "b", "A", "B", "i", "I", "\u{131}", "\u{130}", "\u{307}", "\u{301}", "\u{345}", "\u{3B9}", "\u{399}",
    "\u{1FB3}", "\u{DF}", "\u{1E9E}", "s", "S", "\u{17F}", "\u{FB01}", "f", "\u{3C3}", "\u{3C2}", "\u{3A3}", "e\u{301}",
    "\u{E9}", "\u{C9}", "k", "\u{212A}", "\u{FF21}", "\u{1F600}", "\u{1F468}\u{200D}\u{1F469}", "\u{1F3FB}",
    "\u{1F1E9}", "\u{1F1EA}", "\u{200D}", "\u{FE0F}", "\u{AC00}", "\u{AC01}", "\u{1100}", "\u{1161}", "\u{11A8}",
    "\u{FF9E}",
    "\u{FF76}", "\0", "\r", "\n", "\r\n", "\"", "*", "'", "%", "(", ")", ":", "^", "-", "AND", "OR", "NOT", "NEAR",
    "\u{5D0}\u{5B7}", "\u{915}\u{93F}", "\u{627}\u{64E}", "\u{F900}", "\u{AD}", "\u{149}", "\u{1E96}",
    "\u{3A5}\u{301}", "\u{3D3}", "\u{1C4}", "\u{1C5}", "\u{10D0}", "\u{1C90}", "\u{13A0}", "\u{AB70}", "\u{327}",
    "\u{323}", "\u{1D15E}", "\u{FFFE}", "\u{FFFF}", "\u{FFFD}", "lorem ipsum ", "dolor ",
  ]

  /// Some of the pieces in a row.
  static func random(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...12, using: &random)).map { _ in random.pick(pieces) }.joined()
  }

  /// A part of a text, written otherwise.
  static func part(of text: String, _ random: inout SeededGenerator) -> String {
    let scalars = Array(text.unicodeScalars)
    guard !scalars.isEmpty else { return "abc" }
    let start = Int.random(in: 0..<scalars.count, using: &random)
    let end = Int.random(in: start...min(scalars.count, start + 8), using: &random)
    return rewritten(String(String.UnicodeScalarView(scalars[start..<end])), &random)
  }

  private static func rewritten(_ text: String, _ random: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: text.uppercased()
    case 1: text.lowercased()
    case 2: text.decomposedStringWithCanonicalMapping
    case 3: text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    default: text
    }
  }
}
