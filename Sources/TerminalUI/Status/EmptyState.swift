/// A message where there is nothing to show: why, and what to do about it.
public struct EmptyState: Sendable {
  /// Why there is nothing to show.
  public let message: String
  /// What to do about it; the hints can be pressed.
  public let hints: [KeyHint]
  /// What can be typed at the first hint; shown below it where there is room.
  public let examples: [String]
  /// The style of the message.
  public var style = Style.plain
  /// The style of keys.
  public var keyStyle = Style.bold
  /// The style of the hints' sentences.
  public var hintStyle = Style.dim

  private var hintAreas: [Rect] = []

  /// Creates a message.
  public init(_ message: String, hints: [KeyHint] = [], examples: [String] = []) {
    self.message = message
    self.hints = hints
    self.examples = examples
  }

  /// The hint that a press of the left mouse button hit.
  public func hint(pressedBy mouse: MouseEvent) -> KeyHint? {
    guard mouse.action == .press(0) else { return nil }
    return hintAreas.firstIndex { $0.contains(mouse.position) }.map { hints[$0] }
  }

  /// Draws the message and the hints, centred in an area.
  public mutating func render(into canvas: inout Canvas, in area: Rect) {
    let lines = CellLine.paragraphs(message, width: max(2, area.width - 2), style: style)
    let hintLines = block(hints.map { line(for: $0) })
    let exampleLines = block(examples.map { CellLine($0, style: hintStyle) })
    var all = lines
    if !hints.isEmpty { all += [CellLine()] + hintLines.prefix(1) }
    if !examples.isEmpty, all.count + exampleLines.count + hintLines.count + 1 <= area.height {
      all += [CellLine()] + exampleLines + [CellLine()]
    }
    let rest = all.count
    all += hintLines.dropFirst()
    let rows = area.centered(Size(width: area.width, height: all.count))
    let places = all.indices.map { rows.row($0).centered(Size(width: all[$0].width, height: 1)) }
    for (line, place) in zip(all, places) { canvas.draw(line, in: place) }
    hintAreas = hints.isEmpty ? [] : [places[lines.count + 1]] + places[rest...]
  }

  /// Lines of the same width, so that they begin in the same column.
  private func block(_ lines: [CellLine]) -> [CellLine] {
    let width = lines.map(\.width).max() ?? 0
    return lines.map { $0.fitted(to: width) }
  }

  private func line(for hint: KeyHint) -> CellLine {
    var line = CellLine(hint.keys, style: keyStyle)
    line.append("  " + hint.help, style: hintStyle)
    return line
  }
}

/// A message instead of a screen that has no room.
public struct TooSmallMessage: Sendable {
  /// The smallest size with enough room.
  public let minimum: Size

  /// Creates the message.
  public init(minimum: Size) { self.minimum = minimum }

  /// Draws the message if the canvas is too small.
  ///
  /// - Returns: Whether it is too small.
  public func render(into canvas: inout Canvas) -> Bool {
    guard !canvas.buffer.size.holds(minimum) else { return false }
    let (size, width) = ("\(minimum.width)×\(minimum.height)", canvas.bounds.width)
    let whole = "too small: needs \(size)"
    var lines = [whole]
    // The size is what somebody needs to read.
    if TerminalText.width(of: whole) > width {
      lines = Array(["needs \(size)", size].filter { TerminalText.width(of: $0) <= width }.prefix(1))
      if canvas.bounds.height > 1 { lines.insert("too small", at: 0) }
    }
    let area = canvas.bounds.split(top: (canvas.bounds.height - lines.count) / 2).rest
    for (row, line) in lines.enumerated() { canvas.draw(line, in: area.row(row)) }
    return true
  }
}
