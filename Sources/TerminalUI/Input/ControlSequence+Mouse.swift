extension ControlSequence {
  /// An SGR mouse report: button and modifiers, column, row; the letter tells press from release.
  var mouse: Event? {
    let numbers = parameters
    guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0, let action = mouseAction(numbers[0]) else { return nil }
    let position = Point(x: numbers[1] - 1, y: numbers[2] - 1)
    return .mouse(MouseEvent(action, at: position, modifiers: Self.mouseModifiers(numbers[0])))
  }

  private func mouseAction(_ code: Int) -> MouseEvent.Action? {
    let button = code & 3
    switch code & ~(3 | 4 | 8 | 16) {
    case 0: return final == UInt8(ascii: "m") ? .release(button) : .press(button)
    case 32: return button == 3 ? .move : .drag(button)
    case 64: return [.wheelUp, .wheelDown, .wheelLeft, .wheelRight][button]
    default: return nil
    }
  }

  private static func mouseModifiers(_ code: Int) -> Key.Modifiers {
    var modifiers: Key.Modifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
    return modifiers
  }
}
