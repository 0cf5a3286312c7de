extension TextField {
  /// The columns that the text keeps beside a notice.
  private static let kept = 12

  /// Draws into the first row of an area, scrolled so that the cursor can be seen, and places the cursor.
  ///
  /// After an insertion that was too long, it says at the right how much was left out.
  ///
  /// - Complexity: linear in the width of the area, whatever the length of the text.
  public mutating func render(into canvas: inout Canvas, in area: Rect, isFocused: Bool = true) {
    guard !area.isEmpty else { return }
    canvas.fill(area.row(0), style: style)
    let area = drawNotice(into: &canvas, in: area.row(0))
    self.area = area
    let start = firstVisible(width: area.width)
    scroll = editing.offset(start)
    let line = text.isEmpty ? hint(area.width) : editing.line(start..<text.endIndex, area.width, style, selectionStyle)
    canvas.draw(line, at: Point(x: area.x, y: area.y), in: area)
    guard isFocused else { return }
    let column = CellLine(text[start..<editing.index(editing.cursor)]).width
    canvas.cursor = Point(x: area.x + min(area.width - 1, column), y: area.y)
  }

  /// The columns, from the left of the area drawn last, in which characters of the text stand.
  ///
  /// - Parameter characters: Which ones, counted from the beginning of the text; of none, the column where they would be.
  /// - Returns: nil if nothing of them can be seen, the field being scrolled past them or not as far.
  /// - Complexity: linear in the number of characters before them.
  public func columns(of characters: Range<Int>) -> Range<Int>? {
    let start = editing.index(editing.border(notBefore: min(scroll, text.utf8.count)))
    let first = text.index(text.startIndex, offsetBy: characters.lowerBound, limitedBy: text.endIndex) ?? text.endIndex
    let end = text.index(first, offsetBy: characters.count, limitedBy: text.endIndex) ?? text.endIndex
    guard first >= start || end > start else { return nil }
    let left = CellLine(text[start..<max(start, first)], limit: area.width).width
    guard left < area.width else { return nil }
    let length = CellLine(text[max(start, first)..<max(start, end)], limit: area.width).width
    return left..<min(area.width, left + max(1, length))
  }

  /// - Returns: What is left for the text.
  private func drawNotice(into canvas: inout Canvas, in area: Rect) -> Rect {
    guard editing.omitted > 0 else { return area }
    let notice = CellLine(" " + editing.limitNotice, style: style.overlaid(with: noticeStyle))
    let (rest, right) = area.split(right: min(notice.width, max(0, area.width - Self.kept)))
    canvas.draw(notice, in: right)
    return rest
  }

  private func hint(_ width: Int) -> CellLine {
    CellLine(placeholder, style: style.overlaid(with: .dim), limit: width).truncated(to: width)
  }

  /// Where drawing starts: as before if the cursor can be seen then.
  private func firstVisible(width: Int) -> String.Index {
    let old = editing.index(editing.border(notBefore: min(scroll, text.utf8.count)))
    let cursor = editing.index(editing.cursor)
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
