import Foundation

/// Texts in values of `key:value`, which have neither white space nor line ends.
enum TodoTxtText {
  /// Everything but letters, digits and a few signs as `%XX`.
  static func encoded(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: allowed) ?? "" }

  static func decoded(_ text: String) -> String { text.removingPercentEncoding ?? text }

  private static let allowed = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  /// Whether a word stands for itself in a line.
  static func isPlainWord(_ word: Substring) -> Bool {
    if word.hasPrefix("+") || word.hasPrefix("@") { return word.count == 1 }
    guard let colon = word.firstIndex(of: ":") else { return true }
    return TodoTxtKey(rawValue: String(word[..<colon])) == nil || word.index(after: colon) == word.endIndex
  }
}

/// The names that may stand before a colon.
enum TodoTxtKey: String {
  case due
  /// The time of the due date.
  case at
  case rec
  case pri
  case uid
  case parent
  case note
  /// A list whose name has white space.
  case list
  /// A title that can't stand in a line as it is.
  case title
}
