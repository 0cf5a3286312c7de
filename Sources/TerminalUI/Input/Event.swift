/// Something that happened at the terminal.
public enum Event: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// Text was pasted; it must only ever become text.
  case paste(Paste)
  /// The mouse was pressed, released, moved or its wheel turned.
  case mouse(MouseEvent)
  /// The screen has a new size.
  case resize(Size)
  /// The terminal's window got (true) or lost the focus.
  case focus(Bool)
}

/// What the mouse did, and over which cell.
public struct MouseEvent: Hashable, Sendable {
  /// What the mouse did.
  public enum Action: Hashable, Sendable {
    /// A button (0 left, 1 middle, 2 right) went down.
    case press(Int)
    /// A button went up.
    case release(Int)
    /// The mouse moved with a button down.
    case drag(Int)
    /// The mouse moved.
    case move
    /// The wheel was turned up.
    case wheelUp
    /// The wheel was turned down.
    case wheelDown
    /// The wheel was tilted to the left.
    case wheelLeft
    /// The wheel was tilted to the right.
    case wheelRight
  }

  /// What the mouse did.
  public let action: Action
  /// The cell under it.
  public let position: Point
  /// The keys held down.
  public let modifiers: Key.Modifiers
  /// How many presses of this button came here in quick succession: 2 for a double click.
  public fileprivate(set) var clickCount: Int

  /// Creates a mouse event.
  public init(_ action: Action, at position: Point, modifiers: Key.Modifiers = [], clickCount: Int = 1) {
    self.action = action
    self.position = position
    self.modifiers = modifiers
    self.clickCount = clickCount
  }
}

extension Event {
  /// The event for a screen of this size: nil for a press outside, and a drag is moved to the nearest cell.
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

/// Counts clicks, to tell a double click from two: a state machine that is told the time.
struct ClickCounter: Sendable {
  /// The longest time between two presses of a double click.
  private static let timeout = Duration.milliseconds(400)

  private var last: (press: MouseEvent, time: Duration)?

  /// The event with its count.
  mutating func count(_ event: MouseEvent, at time: Duration) -> MouseEvent {
    guard case .press = event.action else { return event }
    var counted = event
    if let last, time - last.time <= Self.timeout, Self.isSamePlace(last.press, event) {
      counted.clickCount = last.press.clickCount + 1
    }
    last = (counted, time)
    return counted
  }

  private static func isSamePlace(_ one: MouseEvent, _ other: MouseEvent) -> Bool {
    one.action == other.action && one.position == other.position && one.modifiers == other.modifiers
  }
}
