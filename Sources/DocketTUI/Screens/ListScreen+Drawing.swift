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
    drawList(into: &canvas, in: drawPanes(into: &canvas, in: body))
    toasts?.render(into: &canvas, in: body)
    overlay?.render(into: &canvas, in: canvas.bounds)
  }

  private func drawList(into canvas: inout Canvas, in area: Rect) {
    guard !area.isEmpty else { return }
    list.select { $0.update(height: area.height) }
    rows.prepare(list.selection.visible)
    list.render(into: &canvas, in: area)
    guard rows.count == 0, !area.isEmpty else { return }
    let text = rows.isComplete ? emptyText : "Reading…"
    canvas.draw(CellLine("  " + text, style: environment.roles.detail), in: area.row(area.height / 3))
  }

  private var emptyText: String {
    let key = keys.keys(of: .add).first
    return "Nothing here yet" + (key.map { ": press \($0) to add an item." } ?? ".")
  }

  private func drawHeader(into canvas: inout Canvas, in area: Rect) {
    let roles = environment.roles
    var leading = CellLine(" docket", style: roles.header)
    leading.append(" · \(environment.title)", style: roles.headerDetail)
    let trailing = CellLine("\(countText) · by updated ↓ ", style: roles.headerDetail)
    StatusLine(leading, trailing: trailing).render(into: &canvas, in: area)
  }

  private var countText: String {
    if rows.isComplete, rows.count == 1 { return "1 item" }
    return "\(rows.count.grouped)\(rows.isComplete ? "" : "+") items"
  }

  private func drawFooter(into canvas: inout Canvas, in area: Rect) {
    let status = status
    var footer = Footer(footerHints(width: area.width - (status.width == 0 ? 0 : status.width + 1)), status: status)
    footer.keyStyle = environment.roles.key
    footer.render(into: &canvas, in: area)
  }

  private func footerHints(width: Int) -> [KeyHint] {
    switch overlay {
    case .help: return [KeyHint("Esc", "close"), KeyHint("/", "search")]
    case .palette: return [KeyHint("Enter", "do it"), KeyHint("Esc", "close")]
    case nil: break
    }
    if draft != nil { return [KeyHint("Enter", "save"), KeyHint("Esc", "cancel")] }
    return paneHints + hints.footer(width: width)
  }

  private var status: CellLine {
    let roles = environment.roles
    if !sequence.pending.isEmpty { return CellLine(sequence.pendingText + " ", style: roles.prompt) }
    if let error = rows.error { return CellLine("not up to date: \(error) ", style: roles.failed) }
    if actions.status.isSaving { return CellLine("saving… ", style: roles.saving) }
    switch actions.status.outcome {
    case .none: return CellLine()
    case .saved: return CellLine("saved ✓ ", style: roles.saved)
    case .failed(let explanation): return CellLine("not saved: \(explanation) ", style: roles.failed)
    }
  }

  private func drawDraft(into canvas: inout Canvas, in area: Rect) {
    guard var draft else { return }
    let label = CellLine(draft.label, style: environment.roles.prompt)
    let (left, rest) = area.split(left: label.width)
    canvas.draw(label, in: left)
    draft.field.render(into: &canvas, in: rest, isFocused: overlay == nil)
    // Drawing scrolls the field.
    self.draft = draft
  }
}
