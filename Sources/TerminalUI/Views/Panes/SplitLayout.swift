/// Where the two panes of a ``Split`` are; the area of a pane that has no room is empty.
public struct SplitLayout: Hashable, Sendable {
  /// The pane at the left, or above.
  public let first: Rect
  /// The pane at the right, or below.
  public let second: Rect
  /// The line between them.
  public let divider: Rect

  /// The area of a pane.
  public func area(of pane: Split.Pane) -> Rect { pane == .first ? first : second }
}
