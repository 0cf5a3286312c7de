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
  /// For a press, the how-manieth it is at this place in quick succession: 2 for a double click.
  public internal(set) var clickCount: Int

  /// Creates a mouse event.
  public init(_ action: Action, at position: Point, modifiers: Key.Modifiers = [], clickCount: Int = 1) {
    self.action = action
    self.position = position
    self.modifiers = modifiers
    self.clickCount = clickCount
  }
}
