extension HelpScreen {
  /// The hints that hold what is looked for, in their keys or in their sentence.
  public var found: [KeyHint] {
    guard let text = search?.text, !text.isEmpty else { return hints }
    return hints.filter { hint in
      [hint.keys, hint.help].contains { !$0.rangesIgnoringCase(of: text).isEmpty }
    }
  }

  /// Draws the box in the middle of an area; while searching, the box keeps its size.
  ///
  /// Where a sentence has no room in its line, it goes on in the next one.
  public mutating func render(into canvas: inout Canvas, in area: Rect) {
    let keyWidth = min((hints.map { TerminalText.width(of: $0.keys) }.max() ?? 0) + 2, max(4, area.width / 3))
    let widest = hints.map { keyWidth + TerminalText.width(of: Self.text(of: $0)) }.max() ?? 0
    let width = min(widest, max(0, area.width - 4))
    let rowsOfAll = hints.reduce(0) { $0 + lines(of: $1, keyWidth, width).count }
    let wanted = Size(width: width + 4, height: rowsOfAll + (search == nil ? 2 : 3))
    let box = Box(title: title, style: style.frame).render(into: &canvas, in: area.centered(wanted))
    canvas.cursor = nil
    let rows = drawSearch(into: &canvas, in: box)
    let shown = found.flatMap { lines(of: $0, keyWidth, width) }
    height = rows.height
    offset = offset.clamped(to: 0...max(0, shown.count - rows.height))
    let bar = ScrollBar(total: shown.count, offset: offset, visible: rows.height)
    _ = bar.render(into: &canvas, in: rows)
    let inside = rows.inset(columns: 1, rows: 0)
    for (row, line) in shown.dropFirst(offset).prefix(rows.height).enumerated() {
      canvas.draw(line, in: inside.row(row))
    }
    if shown.isEmpty { canvas.draw(CellLine("nothing matches", style: style.detail), in: inside) }
  }

  private mutating func drawSearch(into canvas: inout Canvas, in area: Rect) -> Rect {
    guard search != nil else { return area }
    let (top, rest) = area.split(top: 1)
    let inside = top.inset(columns: 1, rows: 0)
    canvas.draw(CellLine("/", style: style.key), in: inside)
    search?.render(into: &canvas, in: inside.split(left: 2).rest)
    return rest
  }

  /// The keys, and beside them the sentence in as many lines as it takes.
  private func lines(of hint: KeyHint, _ keyWidth: Int, _ width: Int) -> [CellLine] {
    let wanted = search?.text ?? ""
    func part(_ text: String, _ style: Style) -> CellLine {
      CellLine(text, highlighting: text.rangesIgnoringCase(of: wanted), with: self.style.highlight, style: style)
    }
    let sentence = part(Self.text(of: hint), hint.isEnabled ? style.text : style.detail)
    let keys = part(hint.keys, style.key).fitted(to: keyWidth)
    return sentence.wrapped(to: max(2, width - keyWidth)).enumerated().map { index, text in
      var line = index == 0 ? keys : CellLine().fitted(to: keyWidth)
      line.append(text)
      return line
    }
  }

  private static func text(of hint: KeyHint) -> String { hint.help + (hint.whyDisabled.map { ": " + $0 } ?? "") }
}
