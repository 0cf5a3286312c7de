import TerminalUI

extension ListScreen {
  func drawFooter(into canvas: inout Canvas, in area: Rect) {
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
    case .help: return [KeyHint("Esc", "close"), KeyHint("/", "search")]
    case .palette: return [KeyHint("Enter", "do it"), KeyHint("Esc", "close")]
    case .filters, .menu: return [KeyHint("Enter", "show"), KeyHint("Esc", "close")]
    case .dialog: return [KeyHint("Tab", "next"), KeyHint("Enter", "choose"), KeyHint("Esc", "cancel")]
    case nil: break
    }
    if let draft { return draft.hints }
    guard list.markedCount > 0 else { return paneHints + hints.footer(width: width) }
    let unselect = KeyHint("Esc", "unselect")
    return [unselect] + hints.footer(width: width - CommandHints.width(unselect))
  }

  private var status: CellLine {
    let roles = environment.roles
    if !sequence.pending.isEmpty { return CellLine(sequence.pendingText + " ", style: roles.prompt) }
    if let error = rows.error { return CellLine("not up to date: \(error) ", style: roles.failed) }
    if !rows.isCurrent { return CellLine("searching… ", style: roles.saving) }
    if actions.status.isSaving { return CellLine("saving… ", style: roles.saving) }
    switch actions.status.outcome {
    case .none: return CellLine()
    case .saved: return CellLine("saved ✓ ", style: roles.saved)
    case .failed(let explanation): return CellLine("not saved: \(explanation) ", style: roles.failed)
    }
  }
}
