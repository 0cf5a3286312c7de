/// What stands where there is nothing: why, and what to do about it.
public struct EmptyState: Sendable {
  /// Why there is nothing.
  public let message: String
  /// What to do about it; it can be pressed.
  public let hints: [KeyHint]
  /// The style of the message.
  public var style = Style.plain
  /// The style of keys.
  public var keyStyle = Style.bold
  /// The style of what keys do.
  public var hintStyle = Style.dim

  private var hintAreas: [Rect] = []

  /// Creates a message.
  public init(_ message: String, hints: [KeyHint] = []) {
    self.message = message
    self.hints = hints
  }

  /// The hint that a press of the left button of the mouse is for.
  public func hint(pressedBy mouse: MouseEvent) -> KeyHint? {
    guard mouse.action == .press(0) else { return nil }
    return hintAreas.firstIndex { $0.contains(mouse.position) }.map { hints[$0] }
  }

  /// Draws in the middle of an area, each line centred.
  public mutating func render(into canvas: inout Canvas, in area: Rect) {
    let lines = CellLine.paragraphs(message, width: max(2, area.width - 2), style: style)
    let hintLines = hints.map { line(for: $0) }
    let all = lines + (hints.isEmpty ? [] : [CellLine()]) + hintLines
    let rows = area.centered(Size(width: area.width, height: all.count))
    let places = all.indices.map { rows.row($0).centered(Size(width: all[$0].width, height: 1)) }
    for (line, place) in zip(all, places) { canvas.draw(line, in: place) }
    hintAreas = Array(places.suffix(hints.count))
  }

  private func line(for hint: KeyHint) -> CellLine {
    var line = CellLine(hint.keys, style: keyStyle)
    line.append("  " + hint.help, style: hintStyle)
    return line
  }
}
