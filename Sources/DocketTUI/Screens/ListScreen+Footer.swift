import TerminalUI

extension ListScreen {
  func drawFooter(into canvas: inout Canvas, in area: Rect) {
    if let longWork { return longWork.render(into: &canvas, in: area) }
    footer(width: area.width).render(into: &canvas, in: area)
  }

  /// The keys that work now, and how the last save went.
  func footer(width: Int) -> Footer {
    let status = status
    var footer = Footer(footerHints(width: width - (status.width == 0 ? 0 : status.width + 1)), status: status)
    footer.keyStyle = environment.roles.key
    return footer
  }

  private func footerHints(width: Int) -> [KeyHint] {
    switch overlay {
    case .help: return [KeyHint("Esc", "close"), KeyHint("j", "down"), KeyHint("k", "up"), KeyHint("/", "search")]
    case .palette: return [KeyHint("Enter", "do it"), KeyHint("Esc", "close")]
    case .filters, .menu: return [KeyHint("Enter", "show"), KeyHint("Esc", "close")]
    case .dialog: return [KeyHint("Tab", "next"), KeyHint("Enter", "choose"), KeyHint("Esc", "cancel")]
    case nil: break
    }
    if let draft { return draft.hints }
    if panes.focus == .sidebar { return paneHints + hints.footer(width: width - paneHintsWidth) { $0.isForEveryPane } }
    guard list.markedCount > 0 else { return paneHints + hints.footer(width: width - paneHintsWidth) }
    let unselect = KeyHint("Esc", "unselect")
    return [unselect] + hints.footer(width: width - CommandHints.width(unselect))
  }

  private var paneHintsWidth: Int { paneHints.reduce(0) { $0 + CommandHints.width($1) } }

  private var status: CellLine {
    let roles = environment.roles
    if !sequence.pending.isEmpty { return CellLine(sequence.pendingText + " ", style: roles.prompt) }
    if let error = rows.error { return CellLine("not up to date: \(error) ", style: roles.failed) }
    if !rows.isCurrent { return CellLine("searching… ", style: roles.saving) }
    if actions.status.isSaving { return CellLine("saving… ", style: roles.saving) }
    switch actions.status.outcome {
    case .none: return CellLine()
    case .saved: return CellLine("saved ✓ ", style: roles.saved)
    case .failed(let failure):
      // What has no room here stands above.
      let line = CellLine(failure.words + " ", style: roles.failed)
      return isLong(line) ? CellLine(failure.what + " ", style: roles.failed) : line
    }
  }

  /// Whether a status would leave no room for the most important keys.
  private func isLong(_ status: CellLine) -> Bool { status.width > size.width * 2 / 3 && size.height > 3 }

  /// Why something failed, if that is too long for the footer, in up to three lines.
  ///
  /// - Returns: what is left of the area.
  func drawFailure(into canvas: inout Canvas, in area: Rect) -> Rect {
    let style = environment.roles.failed
    guard overlay == nil, case .failed(let failure) = actions.status.outcome, isLong(CellLine(failure.words + " ")),
      area.height > 1
    else { return area }
    let room = max(2, area.width - 2)
    let lines = CellLine(failure.words, style: style, limit: 4 * room).wrapped(to: room)
    let height = min(3, lines.count, max(1, area.height - 3))
    let (rest, bottom) = area.split(bottom: height)
    for (row, line) in lines.prefix(height).enumerated() {
      var text = CellLine(" ", style: style)
      text.append(line)
      if row == height - 1, lines.count > height { text.append(" …", style: style) }
      canvas.draw(text, in: bottom.row(row))
    }
    return rest
  }
}
