/// A field for one line of text: a value that takes keys, the mouse and pastes, and says what they did.
public struct TextField: Sendable {
  /// What a key did.
  public typealias Action = EditAction

  /// The columns that the text keeps beside a notice.
  private static let minTextWidth = 12

  /// The text with its cursor, selection, kills and changes.
  public var editing: EditableText
  /// Shown dim while there is no text.
  public var placeholder: String
  /// The style of the text.
  public var style: Style
  /// Laid over the selection.
  public var selectionStyle = Style.reverse
  /// The style of the notice about text beyond the limit.
  public var noticeStyle = Style.bold
  /// The earlier texts that Up and Down recall; without a history, the field ignores these keys.
  public var history: InputHistory?
  /// The commands of keys besides typing.
  public var keys = EditCommand.standardKeys

  /// The first visible character, in UTF-8.
  private var scroll = 0
  /// Where the text was drawn last.
  private(set) var area = Rect.zero

  /// Creates a field with the cursor at the end of its text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - placeholder: Shown dim while there is no text.
  ///   - style: The style of the text.
  ///   - limit: The most bytes of the text, in UTF-8; text beyond it is not inserted, and the field says so.
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

  /// Inserts pasted text, replacing the selection; line ends become spaces.
  ///
  /// - Complexity: linear in the length of the text.
  public mutating func insert(_ inserted: String) { editing.insert(inserted) }

  private mutating func recall(_ step: (inout InputHistory, String) -> String?) -> Action {
    guard var history else { return .ignored }
    let recalled = step(&history, text)
    self.history = history
    return recalled.map { editing.exchange(for: $0) } == true ? .edited : .moved
  }

  // MARK: - The mouse

  /// Moves the cursor by a press; selects by dragging, with Shift, words by a double click, everything by a triple one.
  ///
  /// - Returns: Whether the event was the field's.
  public mutating func handle(_ mouse: MouseEvent) -> Bool {
    switch mouse.action {
    case .press(0) where area.contains(mouse.position): press(mouse)
    case .drag(0) where area.rows.contains(mouse.position.y): editing.place(at: offset(at: mouse), selecting: true)
    default: return false
    }
    return true
  }

  private mutating func press(_ mouse: MouseEvent) {
    switch mouse.clickCount {
    case 1: editing.place(at: offset(at: mouse), selecting: mouse.modifiers.contains(.shift))
    case 2: editing.selectWord(at: offset(at: mouse))
    default: editing.perform(.selectAll)
    }
  }

  private func offset(at mouse: MouseEvent) -> Int {
    text.offset(CellColumns.index(in: text[scrollIndex...], at: mouse.position.x - area.x))
  }

  // MARK: - Drawing

  /// Draws into the first row of an area, scrolled so that the cursor is visible, and places the cursor.
  ///
  /// After an insertion beyond the limit, it says at the right how much was left out.
  ///
  /// - Complexity: linear in the width of the area, whatever the length of the text.
  public mutating func render(into canvas: inout Canvas, in area: Rect, isFocused: Bool = true) {
    guard !area.isEmpty else { return }
    canvas.fill(area.row(0), style: style)
    let area = renderNotice(into: &canvas, in: area.row(0))
    self.area = area
    let start = firstVisible(width: area.width)
    scroll = text.offset(start)
    let line = text.isEmpty ? hint(area.width) : editing.line(start..<text.endIndex, area.width, style, selectionStyle)
    canvas.draw(line, at: Point(x: area.x, y: area.y), in: area)
    guard isFocused else { return }
    let column = CellLine(text[start..<text.index(at: editing.cursor)]).width
    canvas.cursor = Point(x: area.x + min(area.width - 1, column), y: area.y)
  }

  /// The columns of some characters, from the left of the area drawn last.
  ///
  /// - Parameter characters: Their numbers, from the beginning of the text; of an empty range, its position.
  /// - Returns: nil if none of them is visible.
  /// - Complexity: linear in the number of characters before them.
  public func columns(of characters: Range<Int>) -> Range<Int>? {
    let start = scrollIndex
    let first = text.index(text.startIndex, offsetBy: characters.lowerBound, limitedBy: text.endIndex) ?? text.endIndex
    let end = text.index(first, offsetBy: characters.count, limitedBy: text.endIndex) ?? text.endIndex
    guard first >= start || end > start else { return nil }
    let left = CellLine(text[start..<max(start, first)], limit: area.width).width
    guard left < area.width else { return nil }
    let length = CellLine(text[max(start, first)..<max(start, end)], limit: area.width).width
    return left..<min(area.width, left + max(1, length))
  }

  /// The first visible character; the text may have changed since it was drawn.
  private var scrollIndex: String.Index {
    text.borderOfCharacter(notBefore: text.index(at: min(scroll, text.utf8.count)))
  }

  /// - Returns: The rest of the area, for the text.
  private func renderNotice(into canvas: inout Canvas, in area: Rect) -> Rect {
    guard editing.omitted > 0 else { return area }
    let notice = CellLine(" " + editing.limitNotice, style: style.overlaid(with: noticeStyle))
    let (rest, right) = area.split(right: min(notice.width, max(0, area.width - Self.minTextWidth)))
    canvas.draw(notice, in: right)
    return rest
  }

  private func hint(_ width: Int) -> CellLine {
    CellLine(placeholder, style: style.overlaid(with: .dim), limit: width).truncated(to: width)
  }

  /// Where drawing starts: where it did before, if the cursor is visible then.
  private func firstVisible(width: Int) -> String.Index {
    let old = scrollIndex
    let cursor = text.index(at: editing.cursor)
    guard old < cursor else { return cursor }
    var start = cursor
    var room = width - 1
    while start > old {
      let previous = text.index(before: start)
      room -= CellLine(text[previous..<start]).width
      if room < 0 { return start }
      start = previous
    }
    return start
  }
}

extension EditableText {
  /// The notice after an insertion beyond the limit.
  var limitNotice: String {
    "\(omitted) \(omitted == 1 ? "byte" : "bytes") left out, limit \(limit)"
  }

  /// A part of the text with its selection.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - width: Stops soon after this many columns.
  ///   - style: The style of the text.
  ///   - selectionStyle: Laid over the selection.
  ///   - indent: The number of blanks before the part, so that its tabs end where they should.
  func line(
    _ part: Range<String.Index>, _ width: Int, _ style: Style, _ selectionStyle: Style, indent: Int = 0
  ) -> CellLine {
    var line = CellLine()
    line.pad(to: indent, style: style)
    let selected = text.indices(selection ?? cursor..<cursor).clamped(to: part)
    line.append(text[part.lowerBound..<selected.lowerBound], style: style, limit: width)
    line.append(text[selected], style: style.overlaid(with: selectionStyle), limit: width)
    line.append(text[selected.upperBound..<part.upperBound], style: style, limit: width)
    return line
  }
}
