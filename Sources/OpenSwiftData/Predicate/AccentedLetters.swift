import Foundation

/// The Latin letters that are one of ASCII with an accent, each in one scalar of two bytes.
///
/// Source: https://www.unicode.org/charts/PDF/U0080.pdf and https://www.unicode.org/charts/PDF/U0100.pdf
enum AccentedLetters {
  private static let first: UInt32 = 0xC0
  private static let last: UInt32 = 0x17F

  /// `TextFolder` goes further than Foundation does, so its rule can't be used here.
  ///
  /// The letters without their accents, from `first` on; 0 for what is no such letter.
  private static let plain = (first...last).map { Unicode.Scalar($0).map(letter) ?? 0 }

  private static func letter(of scalar: Unicode.Scalar) -> UInt8 {
    let parts = Array(String(Character(scalar)).decomposedStringWithCanonicalMapping.unicodeScalars)
    // The dotted I becomes two scalars in lowercase.
    guard parts.count == 2, parts[0].isASCII, scalar != "\u{130}" else { return 0 }
    return UInt8(parts[0].value)
  }

  /// Calls a body with the bytes of a text without the accents of its letters.
  ///
  /// - Returns: nil if there is anything but such letters and plain ones; the body is not called then.
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
      let isPlain = LocalizedSearch.isPlain(text[place])
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
