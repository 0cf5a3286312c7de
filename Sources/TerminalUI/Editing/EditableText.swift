/// A text being edited: a value that takes commands, without keys, cells or a screen.
///
/// The cursor and the ends of the selection always stand at borders of characters (extended grapheme clusters). Places
/// are counted in UTF-8, from the start of the text.
public struct EditableText: Sendable {
  /// How many lines a text can have.
  public enum Lines: Hashable, Sendable {
    /// One: line ends and tabs become spaces.
    case one
    /// Any number: every line end becomes `\n`.
    case many
  }

  /// What the next kill or yank goes on with.
  enum Sequel: Hashable, Sendable {
    case nothing
    case kill
    case yank(Range<Int>, age: Int)
  }

  /// The text.
  public internal(set) var text: String
  /// Where the next character goes.
  public internal(set) var cursor: Int
  /// What was killed.
  public var kills = KillRing()
  /// The largest number of bytes that inserting makes of the text, in UTF-8; a longer text can only become shorter.
  public var limit: Int
  /// How many bytes of the last insertion were left out because of the limit.
  public internal(set) var omitted = 0
  /// How many lines the text can have.
  public let lines: Lines

  var anchor: Int?
  var log = ChangeLog()
  var sequel = Sequel.nothing

  /// Creates a text with the cursor at its end.
  public init(_ text: String = "", lines: Lines = .one, limit: Int = Paste.limit) {
    self.text = lines.cleaned(text)
    self.lines = lines
    self.limit = limit
    cursor = self.text.utf8.count
  }

  /// What is selected; nil if nothing is.
  public var selection: Range<Int>? {
    guard let anchor, anchor != cursor else { return nil }
    return min(anchor, cursor)..<max(anchor, cursor)
  }

  /// The text that is selected; empty if nothing is.
  public var selectedText: String { selection.map { String(text[indices($0)]) } ?? "" }

  /// The text before the cursor.
  public var textBeforeCursor: Substring { text[..<index(cursor)] }

  /// Whether there is a change that ``EditCommand/undo`` would take back.
  public var canUndo: Bool { !log.past.isEmpty }

  /// Whether there is a change that ``EditCommand/redo`` would make again.
  public var canRedo: Bool { !log.future.isEmpty }

  func index(_ offset: Int) -> String.Index { text.utf8.index(text.startIndex, offsetBy: offset) }

  func indices(_ range: Range<Int>) -> Range<String.Index> { index(range.lowerBound)..<index(range.upperBound) }

  func offset(_ index: String.Index) -> Int { text.utf8.distance(from: text.startIndex, to: index) }
}
