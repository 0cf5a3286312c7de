/// A frame with a title, laid over the screen.
public struct Box: Sendable {
  /// The title, in the upper line.
  public let title: String
  /// The style of the lines and the space inside.
  public let style: Style

  /// Creates a box.
  public init(title: String = "", style: Style = .plain) {
    self.title = title
    self.style = style
  }

  /// The height of the smallest screen with room for frames.
  private static let minFramedHeight = 5

  /// Whether there is room for a frame; on a screen of a few lines, the content needs them all.
  static func isFramed(on canvas: Canvas) -> Bool { canvas.bounds.height >= minFramedHeight }

  /// Draws the frame and clears the inside; on a screen of a few lines there is no frame.
  ///
  /// - Returns: The inside; empty if there is no room.
  public func render(into canvas: inout Canvas, in area: Rect) -> Rect {
    guard Self.isFramed(on: canvas) else {
      canvas.fill(area, style: style)
      return area
    }
    guard area.width >= 2, area.height >= 2 else { return .zero }
    canvas.fill(area, style: style)
    let inside = String(repeating: "─", count: area.width - 2)
    draw("┌" + inside + "┐", row: 0, of: area, on: &canvas)
    for row in 1..<area.height - 1 {
      canvas.draw(CellLine("│", style: style), at: Point(x: area.x, y: area.y + row))
      canvas.draw(CellLine("│", style: style), at: Point(x: area.columns.upperBound - 1, y: area.y + row))
    }
    draw("└" + inside + "┘", row: area.height - 1, of: area, on: &canvas)
    drawTitle(in: area, on: &canvas)
    return area.inset(columns: 1, rows: 1)
  }

  private func draw(_ text: String, row: Int, of area: Rect, on canvas: inout Canvas) {
    canvas.draw(CellLine(text, style: style), in: area.row(row))
  }

  private func drawTitle(in area: Rect, on canvas: inout Canvas) {
    guard !title.isEmpty, area.width > 6 else { return }
    let line = CellLine(" \(title) ", style: style.overlaid(with: .bold)).truncated(to: area.width - 4)
    canvas.draw(line, at: Point(x: area.x + 2, y: area.y))
  }
}

/// The styles of overlays by role; a theme makes one for all of them.
public struct OverlayStyle: Hashable, Sendable {
  /// The frame, and the space inside.
  public var frame = Style.plain
  /// Text.
  public var text = Style.plain
  /// Less important text, and disabled choices.
  public var detail = Style.dim
  /// Keys.
  public var key = Style.bold
  /// Laid over the row or the button with the cursor.
  public var selection = Style.reverse
  /// Laid over letters that a search found.
  public var highlight = Style(attributes: [.bold, .underline])
  /// Why something can't be done, or isn't accepted.
  public var problem = Style.bold

  /// Creates styles without colours.
  public init() {}
}
