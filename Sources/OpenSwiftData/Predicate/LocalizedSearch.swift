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
}
