import Foundation

/// What `localizedStandardContains` answers.
enum LocalizedSearch {
  /// Its name in SQL.
  static let functionName = "localized_standard_contains"

  /// Whether a text contains another one, by the current locale and without regard to case and diacritics.
  ///
  /// Foundation's own method traps if a text contains a NUL and the range that it finds does not end at a character;
  /// here the range is only asked whether it is there.
  static func text(_ text: String, contains part: String) -> Bool {
    let range = NSRange(location: 0, length: text.utf16.count)
    let found = NSString(string: text).range(
      of: part, options: [.caseInsensitive, .diacriticInsensitive], range: range, locale: .current)
    return found.location != NSNotFound
  }

  /// The same for the arguments of an SQL function: the text, and what is looked for.
  ///
  /// Most rows are ASCII, where Foundation only ignores the case; their bytes can be searched, which takes a small part
  /// of the time. An accent in what is looked for is ignored there.
  static func answer(_ call: SQLFunctionCall) -> Bool {
    let (text, part) = (call.bytes(0), call.bytes(1))
    guard foldsByteByByte, isPlain(text) else { return self.text(call.text(0), contains: call.text(1)) }
    if isPlain(part) { return bytes(text, contain: part) }
    let answer = AccentedLetters.withoutAccents(part) { bytes(text, contain: $0) }
    return answer ?? self.text(call.text(0), contains: call.text(1))
  }

  /// Whether the locale has nothing peculiar about the letters of ASCII, as Turkish has about the i.
  private static var foldsByteByByte: Bool { !["tr", "az", "lt"].contains(language) }

  private static let language = Locale.current.language.languageCode?.identifier ?? ""

  /// Whether each byte is a character of its own that Foundation compares as such.
  private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.allSatisfy(isPlain)
  }

  static func isPlain(_ byte: UInt8) -> Bool { byte < 0x80 && byte != 0x0D && byte != 0 }

  private static func bytes(_ text: UnsafeBufferPointer<UInt8>, contain part: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = part.first.map(lowercased), text.count >= part.count else { return false }
    let rest = part.dropFirst()
    return (0...(text.count - part.count)).contains { start in
      guard lowercased(text[start]) == first else { return false }
      return zip(text[(start + 1)...], rest).allSatisfy { lowercased($0) == lowercased($1) }
    }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
