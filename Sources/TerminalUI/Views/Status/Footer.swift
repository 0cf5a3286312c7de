/// The line at the bottom: as many hints as have room, the first ones being the most important, and a status.
public struct Footer: Sendable {
  /// The hints, most important first.
  public var hints: [KeyHint]
  /// What stands at the right; hints give way to it.
  public var status: CellLine
  /// The style of the keys.
  public var keyStyle = Style.bold
  /// The style of the titles.
  public var titleStyle = Style.plain

  /// Creates a footer.
  public init(_ hints: [KeyHint], status: CellLine = CellLine()) {
    self.hints = hints
    self.status = status
  }

  /// Draws into the first row of an area.
  public func render(into canvas: inout Canvas, in area: Rect) {
    canvas.draw(.justified(line(fitting: room(in: area.width)), status, to: area.width), in: area)
  }

  /// The hint drawn at a column, counted from the left of the area; for the mouse.
  public func hint(at column: Int, width: Int) -> KeyHint? {
    var x = 1
    for hint in hints {
      let end = x + part(hint).width
      guard end <= room(in: width) else { return nil }
      if (x..<end).contains(column) { return hint }
      x = end + 2
    }
    return nil
  }

  private func room(in width: Int) -> Int { width - (status.width == 0 ? 0 : status.width + 1) }

  private func line(fitting width: Int) -> CellLine {
    var line = CellLine(" ", style: titleStyle)
    for (index, hint) in hints.enumerated() {
      let part = part(hint)
      guard line.width + (index == 0 ? 0 : 2) + part.width <= width else { break }
      if index > 0 { line.append("  ", style: titleStyle) }
      line.append(part)
    }
    return line
  }

  private func part(_ hint: KeyHint) -> CellLine {
    let dim = hint.isEnabled ? Style.plain : .dim
    var part = CellLine(hint.keys, style: keyStyle.overlaid(with: dim))
    part.append(" " + hint.title, style: titleStyle.overlaid(with: dim))
    return part
  }
}
