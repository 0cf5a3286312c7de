extension TextArea {
  /// Draws into an area, scrolled so that the cursor can be seen, and places the cursor.
  ///
  /// A scroll bar stands at the right if there are more rows than have room. After an insertion that was too long, the
  /// last row says how much was left out.
  ///
  /// - Complexity: linear in what is visible; after a change of the width, in the lines that are visible, and after one of
  ///   the text, in what of them comes behind it.
  public mutating func render(into canvas: inout Canvas, in area: Rect, isFocused: Bool = true) {
    guard !area.isEmpty else { return }
    canvas.fill(area, style: style)
    self.area = drawNotice(into: &canvas, in: area)
    if !TextRows.fits(text, width: width, rows: self.area.height), self.area.width > 2 {
      self.area = self.area.split(right: 1).rest
    }
    let shown = scrollToCursor()
    drawBar(beside: shown, into: &canvas, in: area)
    for (index, row) in shown.enumerated() { draw(row, into: &canvas, in: self.area.row(index)) }
    if text.isEmpty { canvas.draw(placeholder, in: self.area, style: style.overlaid(with: .dim)) }
    if isFocused { canvas.cursor = cursorPoint(in: shown) }
  }

  private func drawNotice(into canvas: inout Canvas, in area: Rect) -> Rect {
    guard editing.omitted > 0, area.height > 1 else { return area }
    let (rest, bottom) = area.split(bottom: 1)
    canvas.draw(editing.limitNotice, in: bottom, style: style.overlaid(with: noticeStyle))
    return rest
  }

  private mutating func draw(_ row: TextRow, into canvas: inout Canvas, in area: Rect) {
    let start = rows.stop(before: left, in: row)
    let indent = start.column % CellLine.tabWidth
    let part = editing.indices(start.place..<row.range.upperBound)
    let width = left - start.column + indent + area.width
    let line = editing.line(part, width, style, selectionStyle, indent: indent)
    canvas.draw(line, at: Point(x: area.x - left + start.column - indent, y: area.y), in: area)
  }

  /// Bytes stand for rows, which nobody has counted.
  private func drawBar(beside shown: [TextRow], into canvas: inout Canvas, in area: Rect) {
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
