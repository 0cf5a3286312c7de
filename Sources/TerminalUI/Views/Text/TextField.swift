/// A line of text being edited: a value that takes keys, the mouse and pastes, and says what they did.
public struct TextField: Sendable {
  /// What a key did.
  public typealias Action = EditAction

  /// The text with its cursor, selection, kills and changes.
  public var editing: EditableText
  /// Shown dim while there is no text.
  public var placeholder: String
  /// The style of the text.
  public var style: Style
  /// Laid over the selection.
  public var selectionStyle = Style.reverse
  /// The style of what is said about a text that is too long.
  public var noticeStyle = Style.bold
  /// What up and down lead through; without it they are none of the field's keys.
  public var history: InputHistory?
  /// What keys do besides typing.
  public var keys = EditCommand.standardKeys

  /// The first character shown, in UTF-8.
  var scroll = 0
  /// Where the text was drawn last.
  var area = Rect.zero

  /// Creates a field with the cursor at the end of its text.
  ///
  /// - Parameter limit: The largest number of bytes of the text, in UTF-8; what a paste has beyond is left out, and
  ///   the field says so.
  public init(_ text: String = "", placeholder: String = "", style: Style = .plain, limit: Int = Paste.limit) {
    editing = EditableText(text, limit: limit)
    self.placeholder = placeholder
    self.style = style
  }

  /// The text; a single line.
  public var text: String { editing.text }

  /// The text before the cursor.
  public var textBeforeCursor: Substring { editing.textBeforeCursor }

  /// Takes a key.
  public mutating func handle(_ key: Key) -> Action {
    if let character = key.typed { return editing.type(character) ? .edited : .moved }
    switch key {
    case Key(.enter): return .submitted
    case Key(.escape): return .cancelled
    case Key(.up), "^p": return recall { $0.earlier(than: $1) }
    case Key(.down), "^n": return recall { $0.later(than: $1) }
    default: return keys[key].map { editing.perform($0) ? .edited : .moved } ?? .ignored
    }
  }

  /// Takes pasted text in the place of the selection; line ends become spaces.
  ///
  /// - Complexity: linear in the length of the text.
  public mutating func insert(_ inserted: String) { editing.insert(inserted) }

  private mutating func recall(_ step: (inout InputHistory, String) -> String?) -> Action {
    guard var history else { return .ignored }
    let recalled = step(&history, text)
    self.history = history
    return recalled.map { editing.exchange(for: $0) } == true ? .edited : .moved
  }
}
