extension Event {
  /// The event as it concerns a screen of this size: a press outside of it is none, a drag stays at its border.
  func within(_ size: Size) -> Event? {
    guard case .mouse(let mouse) = self else { return self }
    guard size.width > 0, size.height > 0 else { return nil }
    let nearest = Point(
      x: mouse.position.x.clamped(to: 0...size.width - 1), y: mouse.position.y.clamped(to: 0...size.height - 1))
    if nearest == mouse.position { return self }
    switch mouse.action {
    case .drag, .release: return .mouse(MouseEvent(mouse.action, at: nearest, modifiers: mouse.modifiers))
    default: return nil
    }
  }
}
