/// The focus among several panes: Tab moves it to the next one, Shift-Tab to the one before.
public struct FocusRing<Pane: Hashable & Sendable>: Hashable, Sendable {
  /// The panes, in the order of Tab.
  public let panes: [Pane]
  /// The pane with the focus.
  public private(set) var current: Pane

  /// The panes that are not shown, and skipped.
  public var hidden: Set<Pane> = [] { didSet { if hidden.contains(current) { step(1) } } }

  /// Creates a ring; the first pane has the focus.
  public init(_ first: Pane, _ others: Pane...) {
    panes = [first] + others
    current = first
  }

  /// Moves the focus to a pane, unless it is hidden or not in the ring.
  public mutating func focus(_ pane: Pane) {
    if panes.contains(pane), !hidden.contains(pane) { current = pane }
  }

  /// Moves the focus by Tab or Shift-Tab.
  ///
  /// - Returns: Whether the key was one of these.
  public mutating func handle(_ key: Key) -> Bool {
    switch key {
    case Key(.tab): step(1)
    case "S-Tab": step(-1)
    default: return false
    }
    return true
  }

  private mutating func step(_ direction: Int) {
    guard let start = panes.firstIndex(of: current) else { return }
    for distance in 1...panes.count {
      let index = (start + direction * distance + panes.count * 2) % panes.count
      if !hidden.contains(panes[index]) { return current = panes[index] }
    }
  }
}
