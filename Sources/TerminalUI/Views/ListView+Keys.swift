extension ListView {
  /// Moves the selection as arrows, Home, End, PgUp and PgDn ask.
  ///
  /// - Returns: Whether the key was one of these.
  public func handle(_ key: Key) -> Bool {
    guard key.modifiers.isEmpty, case .named(let name) = key.code else { return false }
    switch name {
    case .up: select { $0.move(by: -1) }
    case .down: select { $0.move(by: 1) }
    case .home: select { $0.select(0) }
    case .end: select { $0.select($0.count - 1) }
    case .pageUp: select { $0.movePage(-1) }
    case .pageDown: select { $0.movePage(1) }
    default: return false
    }
    return true
  }

  /// Scrolls with the wheel, selects with a press of the left button.
  ///
  /// - Returns: Whether something may have changed.
  public func handle(_ mouse: MouseEvent) -> Bool {
    switch mouse.action {
    case .wheelUp: select { $0.scroll(by: -3) }
    case .wheelDown: select { $0.scroll(by: 3) }
    case .press(0):
      guard let index = index(at: mouse.position) else { return false }
      select { $0.select(index) }
    default: return false
    }
    return true
  }
}
