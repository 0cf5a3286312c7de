extension TextArea {
  /// Puts the cursor where the left button was pressed, selects by dragging, by Shift, words by a double click and
  /// lines by a triple one; scrolls with the wheel.
  ///
  /// - Returns: Whether the event was the area's.
  public mutating func handle(_ mouse: MouseEvent) -> Bool {
    switch mouse.action {
    case .press(0) where area.contains(mouse.position): press(mouse)
    case .drag(0) where !area.isEmpty: editing.place(at: place(at: mouse.position), selecting: true)
    case .wheelUp where area.contains(mouse.position): scroll(by: -3)
    case .wheelDown where area.contains(mouse.position): scroll(by: 3)
    default: return false
    }
    return true
  }

  private mutating func press(_ mouse: MouseEvent) {
    goal = nil
    let place = place(at: mouse.position)
    switch mouse.clickCount {
    case 1: editing.place(at: place, selecting: mouse.modifiers.contains(.shift))
    case 2: editing.selectWord(at: place)
    default:
      editing.place(at: place)
      editing.perform(.move(.lineStart))
      editing.perform(.select(.lineEnd))
    }
  }

  private mutating func place(at point: Point) -> Int {
    layOut()
    var row = rows.row(at: min(top, text.utf8.count))
    for _ in 0..<max(0, point.y - area.y) { row = rows.row(after: row) ?? row }
    return rows.place(at: max(0, point.x - area.x + left), in: row)
  }

  /// Scrolls, taking the cursor along only where it would leave the screen.
  private mutating func scroll(by count: Int) {
    layOut()
    var row = rows.row(at: min(top, text.utf8.count))
    for _ in 0..<abs(count) {
      guard let next = count < 0 ? rows.row(before: row) : rows.row(after: row) else { break }
      row = next
    }
    top = row.range.lowerBound
    takeCursorAlong(top: row)
  }

  private mutating func takeCursorAlong(top: TextRow) {
    let cursor = rows.row(at: editing.cursor)
    let column = goal ?? rows.column(of: editing.cursor, in: cursor)
    var bottom = top
    for _ in 1..<max(1, area.height) { bottom = rows.row(after: bottom) ?? bottom }
    guard
      let edge = cursor.range.lowerBound < top.range.lowerBound
        ? top
        : cursor.range.lowerBound > bottom.range.lowerBound ? bottom : nil
    else { return }
    editing.place(at: rows.place(at: column, in: edge))
    goal = column
  }
}
