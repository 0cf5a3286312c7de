import Foundation

/// Folds texts for the full-text index, so that if a text contains another one, it contains it folded too.
///
/// Each scalar is folded by itself, whatever stands beside it: to the lowercase letters that it decomposes into, or to
/// nothing if it only marks others. That is coarser than `localizedStandardContains`, which ignores case and diacritics
/// by the rules of a locale, and coarser than Swift's canonical equivalence. So a match has to be verified, and none is
/// missed.
struct TextFolder {
  /// The version of the rules; texts folded by another version have to be folded again.
  static let version = "3"

  /// The folded forms of scalars beyond ASCII.
  private var known: [Unicode.Scalar: String] = [:]

  /// Folds a text.
  mutating func fold(_ text: String) -> String {
    var text = text
    if let plain = text.withUTF8(Self.foldASCII) { return plain }
    var folded = ""
    folded.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars { append(scalar, to: &folded) }
    return folded
  }

  private mutating func append(_ scalar: Unicode.Scalar, to folded: inout String) {
    if scalar.isASCII { return folded.unicodeScalars.append(Unicode.Scalar(Self.foldASCII(UInt8(scalar.value)))) }
    if let letters = known[scalar] { return folded.append(letters) }
    let letters = Self.fold(scalar)
    known[scalar] = letters
    folded.append(letters)
  }

  /// Nil if a byte is not ASCII.
  private static func foldASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard bytes.isASCII else { return nil }
    return String(unsafeUninitializedCapacity: bytes.count) { folded in
      for (index, byte) in bytes.enumerated() { folded[index] = foldASCII(byte) }
      return bytes.count
    }
  }

  /// Replaces NUL too, which the index would take for the end of the text.
  private static func foldASCII(_ byte: UInt8) -> UInt8 {
    switch byte {
    case 0x41...0x5A: byte | 0x20
    case 0: 0x20
    default: byte
    }
  }

  private static func fold(_ scalar: Unicode.Scalar) -> String {
    guard isKnown(scalar) else { return "" }
    // FTS5 takes these two for what can't be decoded.
    if scalar.value & ~1 == 0xFFFE { return "\u{FFFD}" }
    let letters = letters(of: String(Character(scalar)))
    return self.letters(of: mapped(mapped(mapped(letters, \.lowercaseMapping), \.uppercaseMapping), \.lowercaseMapping))
  }

  /// Whether Unicode 15 has the scalar; later additions are left out, so that all builds of this library fold alike.
  private static func isKnown(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.age.map { ($0.major, $0.minor) <= (15, 0) } ?? false
  }

  /// The scalars of the canonical decomposition that are not marks.
  private static func letters(of text: String) -> String {
    let scalars = text.decomposedStringWithCanonicalMapping.unicodeScalars
    return String(String.UnicodeScalarView(scalars.filter { !isMark($0) }))
  }

  /// An iota may be a mark: as U+0345 it is written below a letter, and Foundation takes both for the same.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: return true
    default: break
    }
    return properties.isGraphemeExtend || properties.isEmojiModifier || properties.isDefaultIgnorableCodePoint
      || properties.canonicalCombiningClass != .notReordered || scalar == "\u{3B9}"
  }

  private static func mapped(_ text: String, _ mapping: KeyPath<Unicode.Scalar.Properties, String>) -> String {
    text.unicodeScalars.map { $0.properties[keyPath: mapping] }.joined()
  }
}

extension TextFolder {
  /// The beginning of a text that `LocalizedSearch` compares scalar by scalar, so that whatever it finds contains that
  /// beginning folded.
  ///
  /// From the first scalar on that Foundation folds to several, or skips as a mark, it also finds what isn't there: the
  /// second of them matches any one character that has an accent ("ß-" is found in "sé-"), and a skipped mark sets it
  /// back in the other text. A NUL at the end is found behind the end of a text. For syllables of Hangul, see
  /// `indexed`.
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

  /// The text in the index: folded, with an end, and a mark behind it if `LocalizedSearch` may find a syllable that
  /// isn't there.
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

  /// The end of a text: as many scalars as a trigram has besides its first one.
  static let end = "\u{1}\u{1}"

  /// The mark of a text with an open syllable: one trigram, so that it can be looked up.
  static let openSyllableMark = "\u{1}\u{2}\u{3}"

  /// Whether a text has a syllable of Hangul that is one scalar.
  static func hasSyllable(_ text: String) -> Bool { text.unicodeScalars.contains(where: isSyllable) }

  private static func isSyllable(_ scalar: Unicode.Scalar) -> Bool { ("\u{AC00}"..."\u{D7A3}").contains(scalar) }

  /// Whether a text may leave a syllable open.
  ///
  /// It errs on the safe side: whatever is neither ASCII nor a syllable may
  /// have an accent, or be the accent of the letter before.
  private static func leavesSyllableOpen(_ text: String) -> Bool {
    // In UTF-8 letters and syllables of Hangul begin with one of these.
    guard text.utf8.contains(where: { $0 >= 0xE1 }) else { return false }
    // How many of the next scalars may be the character that Foundation takes for a letter.
    var suspects = 0
    for scalar in text.unicodeScalars {
      if suspects > 0, !(scalar.isASCII || isSyllable(scalar)) { return true }
      suspects = isOpen(scalar) ? 2 : max(0, suspects - 1)
    }
    return false
  }

  /// Whether a further letter could continue the syllable.
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
