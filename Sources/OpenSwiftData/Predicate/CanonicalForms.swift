/// The texts that are canonically equivalent to a text, where they can be told without tables.
///
/// Source: https://www.unicode.org/reports/tr15/; of all scalars only three decompose into a single ASCII scalar.
enum CanonicalForms {
  private static let twins: [Unicode.Scalar: Unicode.Scalar] = [
    "K": "\u{212A}", ";": "\u{37E}", "`": "\u{1FEF}",
  ]

  /// The largest number of scalars of a text that may have a twin: each doubles the number of forms.
  private static let largestTwinCount = 3

  /// All forms of a text of ASCII, the text itself first; nil for any other, or if there are too many.
  static func all(of text: String) -> [String]? {
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    guard hasTwins(text) else { return [text] }
    guard text.unicodeScalars.lazy.filter({ twins[$0] != nil }).count <= largestTwinCount else { return nil }
    return text.unicodeScalars.reduce([""]) { forms, scalar in
      let variants = [scalar, twins[scalar]].compactMap(\.self)
      return variants.flatMap { variant in forms.map { $0 + String(Character(variant)) } }
    }
  }

  /// Whether a text is equivalent to itself only, and to be told so by its bytes.
  static func isOnlyForm(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } && !hasTwins(text) }

  /// The bounds by bytes, the lower one included, between which every form of a text lies; nil if there are none.
  ///
  /// The last scalar before the first that is not ASCII may form one with it, so it is left out.
  static func prefixBounds(of text: String) -> (lower: String, upper: String)? {
    let ascii = text.unicodeScalars.prefix { $0.isASCII && twins[$0] == nil }
    let prefix = String(String.UnicodeScalarView(ascii.dropLast()))
    guard let last = prefix.utf8.last, last < 0x7F else { return nil }
    return (prefix, String(prefix.unicodeScalars.dropLast()) + String(Character(Unicode.Scalar(last + 1))))
  }

  private static func hasTwins(_ text: String) -> Bool {
    text.utf8.contains { $0 == 0x4B || $0 == 0x3B || $0 == 0x60 }
  }
}
