/// Rows of choices, one of which is selected: what menus and palettes share.
struct ChoiceRows<Value: Sendable>: Sendable {
  /// A choice with the parts of its title that stand out.
  struct Row: Sendable {
    let choice: Choice<Value>
    var highlights: [Range<String.Index>] = []
  }

  private(set) var rows: [Row] = []
  private(set) var selection = ListSelection()
  /// Where rows were drawn last.
  private var area = Rect.zero

  init(_ rows: [Row]) { show(rows) }

  var selected: Choice<Value>? { selection.index.map { rows[$0].choice } }

  /// Exchanges the rows and selects the first.
  mutating func show(_ rows: [Row]) {
    self.rows = rows
    selection = ListSelection()
    selection.update(count: rows.count, index: nil)
  }

  /// Exchanges the rows for what they are now; the selected one stays so, and where it stands, as long as it is there.
  mutating func update(_ rows: [Row]) {
    let selected = selected.map { AnyHashable($0.id) }
    self.rows = rows
    selection.update(count: rows.count, index: rows.firstIndex { AnyHashable($0.choice.id) == selected })
  }

  mutating func select(_ index: Int) { selection.select(index) }

  /// Moves the selection.
  ///
  /// - Returns: Whether the key was one that does.
  mutating func handle(_ key: Key) -> Bool {
    switch key {
    case Key(.up), "^p": selection.move(by: -1)
    case Key(.down), "^n": selection.move(by: 1)
    case Key(.pageUp): selection.movePage(-1)
    case Key(.pageDown): selection.movePage(1)
    default: return false
    }
    return true
  }

  /// The row that a press is for; the wheel moves the selection.
  mutating func pressedRow(_ mouse: MouseEvent) -> Int? {
    switch mouse.action {
    case .wheelUp: selection.move(by: -1)
    case .wheelDown: selection.move(by: 1)
    case .press(0) where area.contains(mouse.position):
      let row = selection.offset + mouse.position.y - area.y
      return row < rows.count ? row : nil
    default: break
    }
    return nil
  }

  /// The width that the widest row wants.
  var width: Int { rows.lazy.map { Self.width(of: $0.choice) }.max() ?? 0 }

  mutating func render(into canvas: inout Canvas, in area: Rect, _ style: OverlayStyle) {
    selection.update(height: area.height)
    let bar = ScrollBar(total: rows.count, offset: selection.offset, visible: area.height)
    self.area = bar.render(into: &canvas, in: area)
    for (y, index) in selection.visible.enumerated() {
      let line = line(rows[index], width: self.area.width, style)
      canvas.draw(index == selection.index ? line.overlaid(with: style.selection) : line, in: self.area.row(y))
    }
  }

  private func line(_ row: Row, width: Int, _ style: OverlayStyle) -> CellLine {
    let choice = row.choice
    let text = choice.whyDisabled == nil ? style.text : style.detail
    var leading = CellLine(" ", style: text)
    leading.append(
      CellLine(choice.title, highlighting: row.highlights, with: style.highlight, style: text, limit: width))
    var trailing = CellLine(choice.detail, style: style.detail, limit: width)
    if let key = choice.key { trailing.append("  \(key)", style: style.key) }
    trailing.append(" ", style: text)
    return .justified(leading, trailing, to: width, style: text)
  }

  private static func width(of choice: Choice<Value>) -> Int {
    let key = choice.key.map { TerminalText.width(of: $0.description) + 2 } ?? 0
    return TerminalText.width(of: choice.title) + TerminalText.width(of: choice.detail) + key + 4
  }
}
