/// A line with something at the left and something at the right; the left gives way.
public struct StatusLine: Sendable {
  /// What stands at the left.
  public var leading: CellLine
  /// What stands at the right.
  public var trailing: CellLine
  /// The style of the space between.
  public var style: Style

  /// Creates a status line.
  public init(_ leading: CellLine, trailing: CellLine = CellLine(), style: Style = .plain) {
    self.leading = leading
    self.trailing = trailing
    self.style = style
  }

  /// Draws into the first row of an area.
  public func render(into canvas: inout Canvas, in area: Rect) {
    canvas.draw(.justified(leading, trailing, to: area.width, style: style), in: area, style: style)
  }
}
