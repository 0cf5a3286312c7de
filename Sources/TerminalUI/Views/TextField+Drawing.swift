extension TextField {
  /// Draws into the first row of an area, scrolled so that the cursor can be seen, and places the cursor.
  ///
  /// - Complexity: linear in the width of the area, whatever the length of the text.
  public mutating func render(into canvas: inout Canvas, in area: Rect, isFocused: Bool = true) {
    guard !area.isEmpty else { return }
    let start = firstVisible(width: area.width)
    scroll = text.utf8.distance(from: text.startIndex, to: start)
    canvas.fill(area.row(0), style: style)
    let shown = CellLine(text[start...], style: style, limit: area.width)
    canvas.draw(text.isEmpty ? hint(area.width) : shown, at: Point(x: area.x, y: area.y), in: area)
    guard isFocused else { return }
    canvas.cursor = Point(x: area.x + min(area.width - 1, CellLine(text[start..<cursor]).width), y: area.y)
  }

  private func hint(_ width: Int) -> CellLine {
    CellLine(placeholder, style: style.overlaid(with: .dim), limit: width).truncated(to: width)
  }

  /// Where drawing starts: as before if the cursor can be seen then.
  private func firstVisible(width: Int) -> String.Index {
    let old = text.borderOfCharacter(
      notBefore: text.utf8.index(text.startIndex, offsetBy: min(scroll, text.utf8.count)))
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
