extension ListView {
  /// Which of the rows are visible, for a bar of one's own.
  public var scrollBar: ScrollBar {
    var bar = ScrollBar(total: selection.count, offset: selection.offset, visible: selection.height)
    bar.marks = matches.places
    return bar
  }

  /// Draws the bar, if there is one.
  ///
  /// - Returns: What is left for the rows.
  func drawBar(into canvas: inout Canvas, in area: Rect) -> Rect {
    guard showsScrollBar else { return area }
    let rest = scrollBar.render(into: &canvas, in: area)
    barArea = rest.width < area.width ? area.split(right: 1).right : .zero
    return rest
  }

  /// Scrolls by a press on the bar or by dragging from there.
  ///
  /// - Returns: Whether the event was the bar's.
  func handleOnBar(_ mouse: MouseEvent) -> Bool {
    switch mouse.action {
    case .press(0): isDraggingBar = barArea.contains(mouse.position)
    case .drag(0): break
    default: isDraggingBar = false
    }
    guard isDraggingBar else { return false }
    let wanted = scrollBar.offset(at: mouse.position.y - barArea.y, height: barArea.height)
    select { $0.scroll(by: wanted - $0.offset) }
    return true
  }
}
