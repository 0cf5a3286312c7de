extension ListView {
  /// Moves the selection as arrows, Home, End, PgUp and PgDn ask; with Shift, rows are marked on the way.
  ///
  /// - Returns: Whether the key was one of these.
  public func handle(_ key: Key) -> Bool {
    guard case .named(let name) = key.code, let move = Self.move(for: name) else { return false }
    switch key.modifiers {
    case []: select(move)
    case .shift: extendMarks(move)
    default: return false
    }
    return true
  }

  /// Scrolls with the wheel and the bar; a press of the left button selects, with Ctrl it marks, with Shift it marks
  /// what lies between.
  ///
  /// - Returns: Whether something may have changed.
  public func handle(_ mouse: MouseEvent) -> Bool {
    if handleOnBar(mouse) { return true }
    switch mouse.action {
    case .wheelUp: select { $0.scroll(by: -3) }
    case .wheelDown: select { $0.scroll(by: 3) }
    case .press(0):
      guard let index = index(at: mouse.position) else { return false }
      press(index, mouse.modifiers)
    default: return false
    }
    return true
  }

  private func press(_ index: Int, _ modifiers: Key.Modifiers) {
    if modifiers.contains(.shift) { return extendMarks { $0.select(index) } }
    select { $0.select(index) }
    if modifiers.contains(.control) { toggleMark() }
  }

  private static func move(for name: Key.Name) -> ((inout ListSelection) -> Void)? {
    switch name {
    case .up: { $0.move(by: -1) }
    case .down: { $0.move(by: 1) }
    case .home: { $0.select(0) }
    case .end: { $0.select($0.count - 1) }
    case .pageUp: { $0.movePage(-1) }
    case .pageDown: { $0.movePage(1) }
    default: nil
    }
  }
}
