/// Two panes with a line between: a list and its detail, or a sidebar and the rest.
///
/// Where there is no room for both, the one that has the focus is shown alone.
public struct Split: Hashable, Sendable {
  /// One of the panes.
  public enum Pane: Hashable, Sendable {
    /// The one at the left, or above.
    case first
    /// The one at the right, or below.
    case second
  }

  /// How the panes stand.
  public enum Arrangement: Hashable, Sendable {
    /// One beside the other.
    case beside
    /// One below the other.
    case below
    /// Beside each other if there is room for that, otherwise one below the other.
    case adaptive
  }

  /// How the room is shared, as far as the minimum of both panes allows.
  public enum Extent: Hashable, Sendable {
    /// The first pane's part of the room, from 0 to 1.
    case share(Double)
    /// The first pane's columns or rows; for a sidebar at the left.
    case first(Int)
    /// The second pane's columns or rows.
    case second(Int)
  }

  /// How the panes stand.
  public var arrangement: Arrangement
  /// How the room is shared.
  public var extent: Extent
  /// Without this much, the first pane is not shown beside or above the second one.
  public var minimumFirst: Size
  /// Without this much, the second pane is not shown beside or below the first one.
  public var minimumSecond: Size
  /// The pane that has the keys.
  public var focus = Pane.first
  /// The style of the line between.
  public var style = Style.dim

  /// Where the panes were drawn last.
  var shown: SplitLayout?
  var isDragging = false

  /// Creates a split.
  public init(
    _ arrangement: Arrangement = .adaptive, extent: Extent = .share(0.5), minimumFirst: Size, minimumSecond: Size
  ) {
    self.arrangement = arrangement
    self.extent = extent
    self.minimumFirst = minimumFirst
    self.minimumSecond = minimumSecond
  }

  /// Draws the line between the panes.
  ///
  /// - Returns: Where to draw the panes.
  public mutating func render(into canvas: inout Canvas, in area: Rect) -> SplitLayout {
    let layout = layout(in: area)
    shown = layout
    let glyph = layout.divider.width == 1 && isBeside(layout) ? "│" : "─"
    for row in 0..<layout.divider.height {
      let text = String(repeating: glyph, count: layout.divider.width)
      canvas.draw(CellLine(text, style: style), in: layout.divider.row(row))
    }
    return layout
  }

  func isBeside(_ layout: SplitLayout) -> Bool { layout.first.rows == layout.second.rows }
}
