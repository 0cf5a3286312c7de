extension Dialog {
  /// The columns that a message takes at most.
  private static var widest: Int { 60 }

  /// Draws the box in the middle of an area; buttons stand beside each other if there is room, otherwise below.
  public mutating func render(into canvas: inout Canvas, in area: Rect) {
    let labels = buttons.indices.map(label)
    let row = labels.reduce(0) { $0 + $1.width } + 2 * max(0, labels.count - 1)
    let room = max(2, min(Self.widest, area.width - 4))
    let lines = message.isEmpty ? [] : CellLine.paragraphs(message, width: room, style: style.text)
    let isOneRow = row <= room
    let width = max(lines.map(\.width).max() ?? 0, isOneRow ? row : labels.map(\.width).max() ?? 0)
    let size = Size(
      width: max(width, TerminalText.width(of: title) + 2) + 4,
      height: lines.count + (isOneRow ? 1 : labels.count) + (lines.isEmpty ? 2 : 3))
    let box = Box(title: title, style: style.frame).render(into: &canvas, in: area.centered(size))
    let inside = box.inset(columns: 1, rows: 0)
    canvas.cursor = nil
    let (text, bottom) = inside.split(bottom: isOneRow ? 1 : labels.count)
    for (index, line) in lines.prefix(text.height).enumerated() { canvas.draw(line, in: text.row(index)) }
    buttonAreas = isOneRow ? Self.beside(labels, in: bottom) : labels.indices.map(bottom.row)
    for (label, area) in zip(labels, buttonAreas) { canvas.draw(label.truncated(to: area.width), at: area.corner) }
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
