/// A line of text being edited: a value that takes keys and says what they did.
public struct TextField: Sendable {
  /// What a key did.
  public enum Action: Hashable, Sendable {
    /// The text is another.
    case edited
    /// The cursor stands elsewhere, or could not move further.
    case moved
    /// Enter: the text is to be taken.
    case submitted
    /// Escape: the text is to be dropped.
    case cancelled
    /// The key is none of the field's.
    case ignored
  }

  /// The text; a single line.
  public internal(set) var text: String
  /// Shown dim while there is no text.
  public var placeholder: String
  /// The style of the text.
  public var style: Style
  /// Where the next character goes.
  var cursor: String.Index
  /// The first character shown, in UTF-8.
  var scroll = 0

  /// Creates a field with the cursor at the end of its text.
  public init(_ text: String = "", placeholder: String = "", style: Style = .plain) {
    self.text = Self.singleLine(text)
    self.placeholder = placeholder
    self.style = style
    cursor = self.text.endIndex
  }

  /// The text before the cursor.
  public var textBeforeCursor: Substring { text[..<cursor] }

  /// Takes a key.
  public mutating func handle(_ key: Key) -> Action {
    if let character = key.typed {
      insert(String(character))
      return .edited
    }
    return perform(key)
  }

  /// Takes pasted text; line ends become spaces.
  ///
  /// - Complexity: linear in the length of the text.
  public mutating func insert(_ inserted: String) {
    replace(cursor..<cursor, with: Self.singleLine(inserted))
  }

  /// Removes part of the text; the cursor stays at the gap.
  mutating func replace(_ range: Range<String.Index>, with replacement: String) {
    let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
    text.replaceSubrange(range, with: replacement)
    let end = text.utf8.index(text.startIndex, offsetBy: start + replacement.utf8.count)
    // A mark may have joined the character before it, or the next one what was inserted.
    cursor = text.borderOfCharacter(notBefore: end)
  }

  private static func singleLine(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) else { return text }
    return text.replacing("\r\n", with: " ").replacing("\n", with: " ").replacing("\r", with: " ")
      .replacing("\t", with: " ")
  }
}
