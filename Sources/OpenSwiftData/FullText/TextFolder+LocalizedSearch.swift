extension TextFolder {
  /// The beginning of a text that `LocalizedSearch` compares scalar by scalar, so that whatever it finds contains that
  /// beginning folded.
  ///
  /// From the first scalar on that Foundation folds to several, or skips as a mark, it also finds what isn't there: the
  /// second of them matches any one character that has an accent ("ß-" is found in "sé-"), and a skipped mark sets it
  /// back in the other text. A NUL at the end is found behind the end of a text. For syllables of Hangul, see `indexed`.
  mutating func literalBeginning(of text: String) -> String {
    let scalars = Array(text.unicodeScalars.prefix { isLiteral($0) })
    // A letter behind a syllable is found behind the letters of other syllables too.
    let end = scalars.indices.dropLast().first { Self.isSyllable(scalars[$0]) && Self.isLetter(scalars[$0 + 1]) }
    return String(String.UnicodeScalarView(scalars[..<(end ?? scalars.endIndex)]))
  }

  /// Whether a scalar is a vowel or a final consonant of Hangul by itself.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{1160}"..."\u{11FF}", "\u{D7B0}"..."\u{D7FB}": true
    default: false
    }
  }

  /// What the index holds of a text: folded, with its end, and a mark behind it if `LocalizedSearch` may find a syllable
  /// in it that isn't there.
  ///
  /// With its end each scalar of a text begins a trigram, so that texts of one or two scalars can be looked up.
  ///
  /// It takes a syllable of Hangul for its letters, and any one character with an accent for the next letter of a
  /// syllable that the other text leaves open ("각" is found in "가é"). Search for the mark wherever a syllable is
  /// searched for.
  mutating func indexed(_ text: String) -> String {
    let folded = fold(text)
    guard !folded.isEmpty else { return "" }
    return folded + Self.end + (Self.leavesSyllableOpen(text) ? Self.openSyllableMark : "")
  }

  /// As many scalars as a trigram has besides its first one.
  static let end = "\u{1}\u{1}"

  /// One trigram, so that it can be looked up.
  static let openSyllableMark = "\u{1}\u{2}\u{3}"

  /// Whether a text has a syllable of Hangul that is one scalar.
  static func hasSyllable(_ text: String) -> Bool { text.unicodeScalars.contains(where: isSyllable) }

  private static func isSyllable(_ scalar: Unicode.Scalar) -> Bool { ("\u{AC00}"..."\u{D7A3}").contains(scalar) }

  /// More is said to be open than is: whatever is neither ASCII nor a syllable may have an accent, or be that of the
  /// letter before.
  private static func leavesSyllableOpen(_ text: String) -> Bool {
    // In UTF-8 letters and syllables of Hangul begin with one of these.
    guard text.utf8.contains(where: { $0 >= 0xE1 }) else { return false }
    // How many of the next scalars may be the character that is taken for a letter.
    var suspects = 0
    for scalar in text.unicodeScalars {
      if suspects > 0, !(scalar.isASCII || isSyllable(scalar)) { return true }
      suspects = isOpen(scalar) ? 2 : max(0, suspects - 1)
    }
    return false
  }

  /// Whether a letter could go on the syllable.
  ///
  /// Source: https://www.unicode.org/versions/latest/core-spec/chapter-3/#G24646
  private static func isOpen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{1100}"..."\u{11A7}": true
    case "\u{AC00}"..."\u{D7A3}": (scalar.value - 0xAC00).isMultiple(of: 28)
    default: false
    }
  }

  private mutating func isLiteral(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\0": false
    case "\u{1}"..."\u{7F}", "\u{AC00}"..."\u{D7A3}": true
    case "\u{399}", "\u{3B9}", "\u{1FBE}": true  // Iotas, which are folded to nothing but are letters.
    default: fold(String(Character(scalar))).unicodeScalars.count == 1
    }
  }
}
