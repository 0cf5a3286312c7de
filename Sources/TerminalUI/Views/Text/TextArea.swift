/// A text of several lines being edited: a value that takes keys, the mouse and pastes, and says what they did.
///
/// Enter begins a line; ``submitKey`` takes the text. Keys that are none of the area's, Tab amongst them, are left to
/// the scene.
public struct TextArea: Sendable {
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
  /// Whether long lines are wrapped; if not, all lines are scrolled to where the cursor is.
  public var wraps = true
  /// What keys do besides typing and moving up and down.
  public var keys = EditCommand.standardKeys
  /// The key that takes the text.
  public var submitKey: Key = "M-Enter"

  /// The start of the row at the top, in UTF-8.
  var top = 0
  /// The column at the left, where lines are not wrapped.
  var left = 0
  /// The column that moving up and down aims at.
  var goal: Int?
  /// Where the text was drawn last.
  var area = Rect.zero
  /// The rows as they were when last asked for; ``layOut()`` brings them up to date.
  var rows = TextRows("", width: nil)

  /// Creates an area with the cursor at the start of its text.
  ///
  /// - Parameter limit: The largest number of bytes of the text, in UTF-8; what a paste has beyond is left out, and
  ///   the area says so.
  public init(_ text: String = "", placeholder: String = "", style: Style = .plain, limit: Int = Paste.limit) {
    editing = EditableText(text, lines: .many, limit: limit)
    editing.place(at: 0)
    self.placeholder = placeholder
    self.style = style
  }

  /// The text; its lines end with `\n`.
  public var text: String { editing.text }

  /// Takes pasted text in the place of the selection.
  ///
  /// - Complexity: linear in the length of the text.
  public mutating func insert(_ inserted: String) {
    goal = nil
    editing.insert(inserted)
  }

  /// The columns to wrap at; the last one is kept for the cursor behind a row.
  var width: Int? { wraps && !area.isEmpty ? area.width - 1 : nil }

  /// Brings the rows up to date.
  ///
  /// - Complexity: as comparing the memory of the text, if nothing changed.
  mutating func layOut() {
    if rows.areRows(of: text, width: width) { return }
    if rows.width == width { rows.follow(text) } else { rows = TextRows(text, width: width) }
  }
}
