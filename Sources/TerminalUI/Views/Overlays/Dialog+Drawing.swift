extension Dialog {
  /// The columns that a message takes at most.
  private static var widest: Int { 60 }

  /// Draws the box in the middle of an area; buttons stand beside each other if there is room, otherwise below.
  ///
  /// Where the message has no room, it can be scrolled.
  public mutating func render(into canvas: inout Canvas, in area: Rect) {
    let labels = buttons.indices.map(label)
    let row = labels.reduce(0) { $0 + $1.width } + 2 * max(0, labels.count - 1)
    let margin = Box.isFramed(on: canvas) ? 2 : 0
    let room = max(2, min(Self.widest, area.width - 2 * margin))
    let lines = message.isEmpty ? [] : CellLine.paragraphs(message, width: room, style: style.text)
    let isOneRow = row <= room
    let width = max(lines.map(\.width).max() ?? 0, isOneRow ? row : labels.map(\.width).max() ?? 0)
    let size = Size(
      width: max(width, TerminalText.width(of: title) + 2) + 2 * margin,
      height: lines.count + (isOneRow ? 1 : labels.count) + (lines.isEmpty ? 2 : 3))
    let box = Box(title: title, style: style.frame).render(into: &canvas, in: area.centered(size))
    let inside = margin == 0 ? box : box.inset(columns: 1, rows: 0)
    canvas.cursor = nil
    let (text, bottom) = inside.split(bottom: isOneRow ? 1 : min(labels.count, max(1, inside.height - 1)))
    draw(lines, into: &canvas, in: text)
    buttonAreas = isOneRow ? Self.beside(labels, in: bottom) : stacked(in: bottom)
    for (label, area) in zip(labels, buttonAreas) where !area.isEmpty {
      canvas.draw(label.truncated(to: area.width), at: area.corner)
    }
  }

  private mutating func draw(_ lines: [CellLine], into canvas: inout Canvas, in area: Rect) {
    scroll = scroll.clamped(to: 0...max(0, lines.count - area.height))
    for (index, line) in lines.dropFirst(scroll).prefix(area.height).enumerated() {
      canvas.draw(line, in: area.row(index), style: style.text)
    }
    // That there is more can be seen.
    guard scroll + area.height < lines.count, !area.isEmpty else { return }
    canvas.draw("…", in: area.row(area.height - 1).split(right: 1).right, style: style.key)
  }

  /// Below each other; where there is no room for all, that one is seen that Enter presses.
  private func stacked(in area: Rect) -> [Rect] {
    let first = max(0, min(focus, buttons.count - area.height))
    return buttons.indices.map { $0 < first ? .zero : area.row($0 - first) }
  }

  private func label(_ index: Int) -> CellLine {
    let overlay = index == focus ? style.selection : .plain
    var line = CellLine(" \(buttons[index].key)", style: style.key.overlaid(with: overlay))
    line.append(" \(buttons[index].title) ", style: style.text.overlaid(with: overlay))
    return line
  }

  /// At the right, where the answers of dialogs are.
  private static func beside(_ labels: [CellLine], in area: Rect) -> [Rect] {
    var x = area.columns.upperBound - labels.reduce(-2) { $0 + $1.width + 2 }
    return labels.map { label in
      defer { x += label.width + 2 }
      return Rect(x: x, y: area.y, width: label.width, height: area.height).intersection(area)
    }
  }
}
