/// A field for several lines of text: a value that takes keys, the mouse and pastes, and says what they did.
///
/// Enter begins a line; ``submitKey`` submits the text. Keys that the area does not know, such as Tab, are left to the
/// scene.
public struct TextArea: Sendable {
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
  /// Whether long lines are wrapped; if not, all lines are scrolled sideways to the cursor.
  public var wraps = true
  /// The commands of keys besides typing and moving by rows.
  public var keys = EditCommand.standardKeys
  /// The key that submits the text.
  public var submitKey: Key = "M-Enter"

  /// The start of the row at the top, in UTF-8.
  private var top = 0
  /// The column at the left, where lines are not wrapped.
  private(set) var left = 0
  /// The column that moving by rows aims at.
  private var goal: Int?
  /// Where the text was drawn last.
  private(set) var area = Rect.zero
  /// The rows of the text when they were last needed; ``layOut()`` brings them up to date.
  private(set) var rows = TextRows("", width: nil)

  /// Creates an area with the cursor at the start of its text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - placeholder: Shown dim while there is no text.
  ///   - style: The style of the text.
  ///   - limit: The most bytes of the text, in UTF-8; text beyond it is not inserted, and the area says so.
  public init(_ text: String = "", placeholder: String = "", style: Style = .plain, limit: Int = Paste.limit) {
    editing = EditableText(text, lines: .many, limit: limit)
    editing.place(at: 0)
    self.placeholder = placeholder
    self.style = style
  }

  /// The text; its lines end with `\n`.
  public var text: String { editing.text }

  /// Inserts pasted text, replacing the selection.
  ///
  /// - Complexity: linear in the length of the text.
  public mutating func insert(_ inserted: String) {
    goal = nil
    editing.insert(inserted)
  }
}

// MARK: - Keys

extension TextArea {
  /// Takes a key.
  public mutating func handle(_ key: Key) -> EditAction {
    if key == submitKey { return .submitted }
    if key == Key(.escape) { return .cancelled }
    if let motion = Motion(besideText: Key(key.code, key.modifiers.subtracting(.shift))) {
      move(by: motion.rowsDown(height: area.height), selecting: key.modifiers.contains(.shift))
      return .moved
    }
    goal = nil
    return edit(key)
  }

  /// Moves the cursor by rows, aiming at the column where the first of such moves began.
  private mutating func move(by count: Int, selecting: Bool) {
    layOut()
    let row = rows.row(at: editing.cursor)
    let column = goal ?? rows.column(of: editing.cursor, in: row)
    editing.place(at: rows.offset(at: column, in: rows.row(count, below: row)), selecting: selecting)
    goal = column
  }

  private mutating func edit(_ key: Key) -> EditAction {
    if let character = key.typed { return editing.type(character) ? .edited : .moved }
    if key == Key(.enter) { return editing.insert("\n") ? .edited : .moved }
    return keys[key].map { editing.perform($0) ? .edited : .moved } ?? .ignored
  }
}

// MARK: - The mouse

extension TextArea {
  /// Moves the cursor by a press, selects by dragging, with Shift, words by a double click and lines by a triple one;
  /// scrolls with the wheel.
  ///
  /// - Returns: Whether the event was the area's.
  public mutating func handle(_ mouse: MouseEvent) -> Bool {
    switch mouse.action {
    case .press(0) where area.contains(mouse.position): press(mouse)
    case .drag(0) where !area.isEmpty: editing.place(at: offset(at: mouse.position), selecting: true)
    case .wheelUp where area.contains(mouse.position): scroll(by: -3)
    case .wheelDown where area.contains(mouse.position): scroll(by: 3)
    default: return false
    }
    return true
  }

  private mutating func press(_ mouse: MouseEvent) {
    goal = nil
    let offset = offset(at: mouse.position)
    switch mouse.clickCount {
    case 1: editing.place(at: offset, selecting: mouse.modifiers.contains(.shift))
    case 2: editing.selectWord(at: offset)
    default:
      editing.place(at: offset)
      editing.perform(.move(.lineStart))
      editing.perform(.select(.lineEnd))
    }
  }

  private mutating func offset(at point: Point) -> Int {
    layOut()
    let row = rows.row(max(0, point.y - area.y), below: topRow())
    return rows.offset(at: max(0, point.x - area.x + left), in: row)
  }

  /// Scrolls, moving the cursor only where it would leave the screen.
  private mutating func scroll(by count: Int) {
    layOut()
    let first = rows.row(count, below: topRow())
    top = first.range.lowerBound
    let last = rows.row(max(1, area.height) - 1, below: first)
    let cursor = rows.row(at: editing.cursor)
    if cursor.range.lowerBound < first.range.lowerBound {
      moveCursor(from: cursor, to: first)
    } else if cursor.range.lowerBound > last.range.lowerBound {
      moveCursor(from: cursor, to: last)
    }
  }

  private mutating func moveCursor(from old: TextRow, to new: TextRow) {
    let column = goal ?? rows.column(of: editing.cursor, in: old)
    editing.place(at: rows.offset(at: column, in: new))
    goal = column
  }
}

// MARK: - Layout

extension TextArea {
  /// The columns to wrap at; the last one is kept for the cursor behind a row.
  private var width: Int? { wraps && !area.isEmpty ? area.width - 1 : nil }

  /// Brings the rows up to date.
  ///
  /// - Complexity: as comparing the memory of the text, if nothing changed.
  private mutating func layOut() {
    if rows.areRows(of: text, width: width) { return }
    if rows.width == width { rows.follow(text) } else { rows = TextRows(text, width: width) }
  }

  private mutating func topRow() -> TextRow { rows.row(at: min(top, text.utf8.count)) }

  /// Scrolls as little as shows the cursor, and leaves no rows empty that could show text.
  ///
  /// - Returns: The visible rows.
  private mutating func scrollToCursor() -> [TextRow] {
    layOut()
    let cursor = rows.row(at: editing.cursor)
    scrollSideways(to: rows.column(of: editing.cursor, in: cursor))
    let old = topRow()
    let first = cursor.range.lowerBound < old.range.lowerBound ? cursor : old
    var shown = rows.rows(from: first, count: area.height)
    if let last = shown.last, last.range.lowerBound < cursor.range.lowerBound {
      shown = rows.rows(upTo: cursor, count: area.height)
    }
    if let last = shown.last, shown.count < area.height { shown = rows.rows(upTo: last, count: area.height) }
    top = shown.first?.range.lowerBound ?? 0
    return shown
  }

  private mutating func scrollSideways(to column: Int) {
    guard !wraps else { return left = 0 }
    if column < left { left = column }
    if column >= left + area.width { left = column - area.width + 1 }
  }
}

// MARK: - Drawing

extension TextArea {
  /// Draws into an area, scrolled so that the cursor is visible, and places the cursor.
  ///
  /// A scroll bar is at the right if there are more rows than have room. After an insertion beyond the limit, the last
  /// row says how much was left out.
  ///
  /// - Complexity: linear in the visible part; after a change of the width, in the visible lines; after a change of the
  ///   text, in the part of those lines after it.
  public mutating func render(into canvas: inout Canvas, in area: Rect, isFocused: Bool = true) {
    guard !area.isEmpty else { return }
    canvas.fill(area, style: style)
    self.area = renderNotice(into: &canvas, in: area)
    if !TextRows.fits(text, width: width, rows: self.area.height), self.area.width > 2 {
      self.area = self.area.split(right: 1).rest
    }
    let shown = scrollToCursor()
    renderBar(beside: shown, into: &canvas, in: area)
    for (index, row) in shown.enumerated() { render(row, into: &canvas, in: self.area.row(index)) }
    if text.isEmpty { canvas.draw(placeholder, in: self.area, style: style.overlaid(with: .dim)) }
    if isFocused { canvas.cursor = cursorPoint(in: shown) }
  }

  /// - Returns: The rest of the area, for the text.
  private func renderNotice(into canvas: inout Canvas, in area: Rect) -> Rect {
    guard editing.omitted > 0, area.height > 1 else { return area }
    let (rest, bottom) = area.split(bottom: 1)
    canvas.draw(editing.limitNotice, in: bottom, style: style.overlaid(with: noticeStyle))
    return rest
  }

  private mutating func render(_ row: TextRow, into canvas: inout Canvas, in area: Rect) {
    let start = rows.stop(before: left, in: row)
    let indent = start.column % CellLine.tabWidth
    let part = text.indices(start.offset..<row.range.upperBound)
    let width = left - start.column + indent + area.width
    let line = editing.line(part, width, style, selectionStyle, indent: indent)
    canvas.draw(line, at: Point(x: area.x - left + start.column - indent, y: area.y), in: area)
  }

  /// The bar's unit is bytes, because the rows are not counted.
  private func renderBar(beside shown: [TextRow], into canvas: inout Canvas, in area: Rect) {
    guard self.area.width < area.width, let first = shown.first, let last = shown.last else { return }
    let (start, end) = (first.range.lowerBound, last.range.upperBound)
    var bar = ScrollBar(total: text.utf8.count + 1, offset: start, visible: end + 1 - start)
    bar.trackStyle = style.overlaid(with: bar.trackStyle)
    bar.thumbStyle = style
    _ = bar.render(into: &canvas, in: Rect(columns: area.columns, rows: self.area.rows))
  }

  private mutating func cursorPoint(in shown: [TextRow]) -> Point? {
    guard let y = shown.lastIndex(where: { $0.range.lowerBound <= editing.cursor }) else { return nil }
    let column = rows.column(of: editing.cursor, in: shown[y]) - left
    return Point(x: area.x + column.clamped(to: 0...area.width - 1), y: area.y + y)
  }
}
