extension Split {
  /// Moves the focus to the other pane by Tab or Shift-Tab; a pane shown alone gives its place to the other one.
  ///
  /// - Returns: Whether the key was one of these.
  public mutating func handle(_ key: Key) -> Bool {
    guard key == Key(.tab) || key == "S-Tab" else { return false }
    focus = focus == .first ? .second : .first
    return true
  }

  /// Moves the line between the panes by dragging it, and the focus to a pane that is pressed.
  ///
  /// - Returns: Whether the event was the line's; a press on a pane is the pane's too.
  public mutating func handle(_ mouse: MouseEvent) -> Bool {
    switch mouse.action {
    case .press(0):
      isDragging = shown?.divider.contains(mouse.position) == true
      if let pane = pane(at: mouse.position) { focus = pane }
    case .drag(0): if isDragging { drag(to: mouse.position) }
    default: isDragging = false
    }
    return isDragging
  }

  /// The pane drawn at a place of the screen by the last frame.
  public func pane(at point: Point) -> Pane? {
    if shown?.first.contains(point) == true { return .first }
    return shown?.second.contains(point) == true ? .second : nil
  }

  private mutating func drag(to point: Point) {
    guard let shown else { return }
    let length = isBeside(shown) ? point.x - shown.first.x : point.y - shown.first.y
    let whole = isBeside(shown) ? shown.first.width + shown.second.width : shown.first.height + shown.second.height
    extent =
      switch extent {
      case .share: .share(Double(length) / Double(max(1, whole)))
      case .first: .first(max(0, length))
      case .second: .second(max(0, whole - length))
      }
  }
}
