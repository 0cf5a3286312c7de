extension HelpScreen {
  /// The hints that hold what is looked for, in their keys or in their sentence.
  public var found: [KeyHint] {
    guard let text = search?.text, !text.isEmpty else { return hints }
    return hints.filter { hint in
      [hint.keys, hint.help].contains { !$0.rangesIgnoringCase(of: text).isEmpty }
    }
  }

  /// Draws the box in the middle of an area; while searching, the box keeps its size.
  public mutating func render(into canvas: inout Canvas, in area: Rect) {
    let keyWidth = (hints.map { TerminalText.width(of: $0.keys) }.max() ?? 0) + 2
    let widest = hints.map { keyWidth + TerminalText.width(of: Self.text(of: $0)) }.max() ?? 0
    let wanted = Size(width: widest + 4, height: hints.count + (search == nil ? 2 : 3))
    let box = Box(title: title, style: style.frame).render(into: &canvas, in: area.centered(wanted))
    canvas.cursor = nil
    let rows = drawSearch(into: &canvas, in: box)
    let found = found
    offset = offset.clamped(to: 0...max(0, found.count - rows.height))
    let bar = ScrollBar(total: found.count, offset: offset, visible: rows.height)
    _ = bar.render(into: &canvas, in: rows)
    let inside = rows.inset(columns: 1, rows: 0)
    for (row, hint) in found.dropFirst(offset).prefix(rows.height).enumerated() {
      canvas.draw(line(hint, keyWidth), in: inside.row(row))
    }
    if found.isEmpty { canvas.draw(CellLine("nothing matches", style: style.detail), in: inside) }
  }

  private mutating func drawSearch(into canvas: inout Canvas, in area: Rect) -> Rect {
    guard search != nil else { return area }
    let (top, rest) = area.split(top: 1)
    let inside = top.inset(columns: 1, rows: 0)
    canvas.draw(CellLine("/", style: style.key), in: inside)
    search?.render(into: &canvas, in: inside.split(left: 2).rest)
    return rest
  }

  private func line(_ hint: KeyHint, _ keyWidth: Int) -> CellLine {
    let wanted = search?.text ?? ""
    func part(_ text: String, _ style: Style) -> CellLine {
      CellLine(text, highlighting: text.rangesIgnoringCase(of: wanted), with: self.style.highlight, style: style)
    }
    var line = part(hint.keys, style.key).fitted(to: keyWidth)
    line.append(part(Self.text(of: hint), hint.isEnabled ? style.text : style.detail))
    return line
  }

  private static func text(of hint: KeyHint) -> String { hint.help + (hint.whyDisabled.map { ": " + $0 } ?? "") }
}
