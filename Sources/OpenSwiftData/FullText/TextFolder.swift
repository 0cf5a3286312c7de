import Foundation

/// Turns texts into what the full-text index holds, so that a text which contains another one contains it folded too.
///
/// Each scalar is folded by itself, whatever stands beside it: to the lowercase letters that it decomposes into, or to
/// nothing if it only marks others. That is coarser than `localizedStandardContains`, which ignores case and diacritics
/// by the rules of a locale, and coarser than Swift's canonical equivalence. So what is found by it has to be verified,
/// and nothing is missed.
struct TextFolder {
  /// The version of the rules; texts folded by another one have to be folded anew.
  static let version = "3"

  /// What scalars beyond ASCII became.
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

  /// Where a text has a NUL, the index would take it for the end.
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

  /// What a later version of Unicode added is left out, so that all versions of this library fold alike.
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
