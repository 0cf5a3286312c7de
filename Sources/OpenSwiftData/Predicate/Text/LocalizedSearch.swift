import Foundation

/// `localizedStandardContains`: searches by the current locale, ignoring case and diacritics.
enum LocalizedSearch {
  static let functionName = "localized_standard_contains"

  /// Whether a text contains another.
  ///
  /// Foundation's method traps if a text contains NUL and the found range doesn't end at a character; here only the
  /// range's presence is tested.
  static func text(_ text: String, contains part: String) -> Bool {
    let range = NSRange(location: 0, length: text.utf16.count)
    let found = NSString(string: text).range(
      of: part, options: [.caseInsensitive, .diacriticInsensitive], range: range, locale: .current)
    return found.location != NSNotFound
  }

  /// The answer of the SQL function.
  ///
  /// Most rows are ASCII but for some accents, where Foundation only ignores case and accents; searching their bytes
  /// takes a fraction of the time.
  static func answer(_ call: SQLFunctionCall) -> Bool {
    plainAnswer(call.bytes(0), call.bytes(1)) ?? text(call.text(0), contains: call.text(1))
  }

  /// Whether a text in UTF-8 contains another.
  static func bytes(_ text: UnsafeBufferPointer<UInt8>, contain part: UnsafeBufferPointer<UInt8>) -> Bool {
    plainAnswer(text, part)
      ?? self.text(String(decoding: text, as: UTF8.self), contains: String(decoding: part, as: UTF8.self))
  }

  /// The answer for texts that are ASCII but for some accents; nil for others.
  private static func plainAnswer(
    _ text: UnsafeBufferPointer<UInt8>, _ part: UnsafeBufferPointer<UInt8>
  ) -> Bool? {
    guard foldsByteByByte else { return nil }
    return withPlain(text) { text in withPlain(part) { text.contains($0) } }.flatMap(\.self)
  }

  /// Calls a body with a text's bytes without accents; nil, without a call, if it has other characters.
  private static func withPlain<Result>(
    _ text: UnsafeBufferPointer<UInt8>, _ body: (PlainText) -> Result
  ) -> Result? {
    PlainText(text).map(body) ?? AccentedLetters.withoutAccents(text) { body(PlainText(plain: $0)) }
  }

  /// Whether the locale folds ASCII letters as usual; Turkish doesn't fold i so.
  private static var foldsByteByByte: Bool { !["tr", "az", "lt"].contains(language) }

  private static let language = Locale.current.language.languageCode?.identifier ?? ""
}

/// The accented Latin letters in one scalar of two bytes whose base letter is ASCII.
///
/// Source: https://www.unicode.org/charts/PDF/U0080.pdf and https://www.unicode.org/charts/PDF/U0100.pdf
private enum AccentedLetters {
  private static let first: UInt32 = 0xC0
  private static let last: UInt32 = 0x17F

  /// The base letters from `first` on, 0 for none; `TextFolder` folds more than Foundation, so its rule doesn't fit.
  private static let plain = (first...last).map { Unicode.Scalar($0).map(letter) ?? 0 }

  private static func letter(of scalar: Unicode.Scalar) -> UInt8 {
    let parts = Array(String(Character(scalar)).decomposedStringWithCanonicalMapping.unicodeScalars)
    // The dotted I becomes two scalars in lowercase.
    guard parts.count == 2, parts[0].isASCII, scalar != "\u{130}" else { return 0 }
    return UInt8(parts[0].value)
  }

  /// Calls a body with a text's bytes without accents; nil, without a call, if it has other characters.
  static func withoutAccents<Result>(
    _ text: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count) { letters in
      guard let count = write(text, to: letters) else { return nil }
      return body(UnsafeBufferPointer(rebasing: letters[..<count]))
    }
  }

  /// - Returns: the number of letters.
  private static func write(
    _ text: UnsafeBufferPointer<UInt8>, to letters: UnsafeMutableBufferPointer<UInt8>
  ) -> Int? {
    var (place, count) = (0, 0)
    while place < text.count {
      let isPlain = PlainText.isPlain(text[place])
      guard let letter = isPlain ? text[place] : letter(at: place, of: text) else { return nil }
      letters[count] = letter
      count += 1
      place += isPlain ? 1 : 2
    }
    return count
  }

  /// Source: RFC 3629, section 3.
  private static func letter(at place: Int, of text: UnsafeBufferPointer<UInt8>) -> UInt8? {
    guard place + 1 < text.count, text[place] & 0xE0 == 0xC0, text[place + 1] & 0xC0 == 0x80 else { return nil }
    let scalar = UInt32(text[place] & 0x1F) << 6 | UInt32(text[place + 1] & 0x3F)
    guard (first...last).contains(scalar) else { return nil }
    let letter = plain[Int(scalar - first)]
    return letter == 0 ? nil : letter
  }
}
