/// All commands in a box, from the same table as the footer.
public struct HelpScreen: Sendable {
  /// What stands in the frame.
  public let title: String
  /// The commands.
  public let hints: [KeyHint]
  /// The first command shown; drawing limits it to what there is.
  public var offset = 0

  /// Creates a help screen.
  public init(title: String, hints: [KeyHint]) {
    self.title = title
    self.hints = hints
  }

  /// Scrolls by arrows, PgUp, PgDn, Home and End.
  ///
  /// - Returns: Whether the key was one of these.
  public mutating func handle(_ key: Key) -> Bool {
    switch key {
    case Key(.up): offset -= 1
    case Key(.down): offset += 1
    case Key(.pageUp): offset -= 10
    case Key(.pageDown): offset += 10
    case Key(.home): offset = 0
    case Key(.end): offset = hints.count
    default: return false
    }
    return true
  }

  /// Draws the box in the middle of an area.
  public mutating func render(into canvas: inout Canvas, in area: Rect) {
    let lines = lines
    let wanted = Size(width: (lines.map(\.width).max() ?? 0) + 4, height: lines.count + 2)
    let inside = Box(title: title).render(into: &canvas, in: area.centered(wanted))
    offset = offset.clamped(to: 0...max(0, lines.count - inside.height))
    for (row, line) in lines.dropFirst(offset).prefix(inside.height).enumerated() {
      canvas.draw(line, in: inside.row(row).inset(columns: 1, rows: 0))
    }
  }

  private var lines: [CellLine] {
    let keys = hints.map { CellLine($0.keys, style: .bold) }
    let width = (keys.map(\.width).max() ?? 0) + 2
    return zip(keys, hints).map { key, hint in
      var line = key.fitted(to: width)
      line.append(hint.help, style: hint.isEnabled ? .plain : .dim)
      return line
    }
  }
}
