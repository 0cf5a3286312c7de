extension TextField {
  /// Puts the cursor where the left button was pressed, selects by dragging, by Shift, and words by a double click.
  ///
  /// - Returns: Whether the event was the field's.
  public mutating func handle(_ mouse: MouseEvent) -> Bool {
    switch mouse.action {
    case .press(0) where area.contains(mouse.position): press(mouse)
    case .drag(0) where area.rows.contains(mouse.position.y): editing.place(at: place(at: mouse), selecting: true)
    default: return false
    }
    return true
  }

  private mutating func press(_ mouse: MouseEvent) {
    switch mouse.clickCount {
    case 1: editing.place(at: place(at: mouse), selecting: mouse.modifiers.contains(.shift))
    case 2: editing.selectWord(at: place(at: mouse))
    default: editing.perform(.selectAll)
    }
  }

  private func place(at mouse: MouseEvent) -> Int {
    let start = editing.index(editing.border(notBefore: min(scroll, text.utf8.count)))
    return editing.offset(CellColumns.index(in: text[start...], at: mouse.position.x - area.x))
  }
}
