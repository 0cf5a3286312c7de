import TerminalUI

extension ListScreen {
  /// The smallest screen that shows anything useful.
  private static let minimum = Size(width: 20, height: 3)

  func render(into canvas: inout Canvas) {
    guard !TooSmallMessage(minimum: Self.minimum).render(into: &canvas) else { return }
    var (body, bottom) = canvas.bounds.split(bottom: 1)
    drawFooter(into: &canvas, in: bottom)
    if canvas.bounds.height > 5 {
      let (top, rest) = body.split(top: 1)
      drawHeader(into: &canvas, in: top)
      body = rest
    }
    if draft != nil {
      let (rest, line) = body.split(bottom: 1)
      drawDraft(into: &canvas, in: line)
      body = rest
    }
    drawList(into: &canvas, in: body)
    help?.render(into: &canvas, in: canvas.bounds)
    if help != nil { canvas.cursor = nil }
  }

  private func drawList(into canvas: inout Canvas, in area: Rect) {
    list.select { $0.update(height: area.height) }
    rows.prepare(list.selection.visible)
    list.render(into: &canvas, in: area)
    guard rows.count == 0, !area.isEmpty else { return }
    let text = rows.isComplete ? "Nothing here yet: press a to add an item." : "Reading…"
    canvas.draw(CellLine("  " + text, style: environment.theme.detail), in: area.row(area.height / 3))
  }

  private func drawHeader(into canvas: inout Canvas, in area: Rect) {
    let theme = environment.theme
    var leading = CellLine(" docket", style: theme.header)
    leading.append(" · \(environment.title)", style: theme.headerDetail)
    let trailing = CellLine("\(countText) · by updated ↓ ", style: theme.headerDetail)
    StatusLine(leading, trailing: trailing).render(into: &canvas, in: area)
  }

  private var countText: String {
    if rows.isComplete, rows.count == 1 { return "1 item" }
    return "\(rows.count.grouped)\(rows.isComplete ? "" : "+") items"
  }

  private func drawFooter(into canvas: inout Canvas, in area: Rect) {
    var footer = Footer(hints, status: status)
    footer.keyStyle = environment.theme.key
    footer.render(into: &canvas, in: area)
  }

  private var hints: [KeyHint] {
    if help != nil { return [KeyHint("Esc", "close")] }
    if draft != nil { return [KeyHint("Enter", "save"), KeyHint("Esc", "cancel")] }
    return commands.footerHints(hasSelection: list.selectedID != nil)
  }

  private var status: CellLine {
    let theme = environment.theme
    if let error = rows.error { return CellLine("not up to date: \(error) ", style: theme.failed) }
    if actions.status.isSaving { return CellLine("saving… ", style: theme.saving) }
    switch actions.status.outcome {
    case .none: return CellLine()
    case .saved: return CellLine("saved ✓ ", style: theme.saved)
    case .failed(let explanation): return CellLine("not saved: \(explanation) ", style: theme.failed)
    }
  }

  private func drawDraft(into canvas: inout Canvas, in area: Rect) {
    guard var draft else { return }
    let label = CellLine(draft.label, style: environment.theme.prompt)
    let (left, rest) = area.split(left: label.width)
    canvas.draw(label, in: left)
    draft.field.render(into: &canvas, in: rest, isFocused: help == nil)
    // Drawing scrolls the field.
    self.draft = draft
  }
}
