import DocketConfiguration
import TerminalUI

/// The footer of the list: the keys that work now, and how reading and saving go.
@MainActor
struct ListFooter {
  private let screen: ListScreen
  private let roles: Roles

  init(_ screen: ListScreen) { (self.screen, roles) = (screen, screen.environment.roles) }

  /// The keys that work now, and how the last save went.
  func footer(width: Int) -> Footer {
    var status = status
    let conflictsKey = screen.layers.isEmpty ? screen.keys.first(of: .conflicts) : nil
    status.append(screen.sync.line(roles, conflictsKey: conflictsKey))
    var footer = Footer(hints(width: width - (status.width == 0 ? 0 : status.width + 1)), status: status)
    footer.keyStyle = roles.key
    return footer
  }

  private func hints(width: Int) -> [KeyHint] {
    if let hints = screen.layers.hints { return hints }
    let isInSidebar = screen.panes.focus == .sidebar
    let isSelecting = !isInSidebar && screen.items.view.markedCount > 0
    let first = isSelecting ? [KeyHint("Esc", "unselect")] : paneHints
    let rest = width - first.reduce(0) { $0 + CommandHints.width($1) }
    return first
      + CommandHints(screen).footer(width: rest) { command in
        if isInSidebar { return command.row.traits.contains(.isInEveryPane) }
        // What does not work on a selection leaves its room to what does.
        return !isSelecting || command.row.disabledReason(screen) == nil
      }
  }

  /// The hints for the pane that has the focus.
  private var paneHints: [KeyHint] {
    let keys = screen.keys
    let hints: [KeyHint?] =
      switch screen.panes.focus {
      case .list: listHints
      case .detail: [keys.hint(.open, "close"), keys.hint(.nextPane, "next pane"), keys.hint(.down, "scroll")]
      case .sidebar: sidebarHints
      }
    return hints.compactMap(\.self)
  }

  /// How to see more again, where a search or a filter leaves something out.
  private var listHints: [KeyHint?] {
    let listing = screen.items.listing
    if !listing.search.isEmpty { return [KeyHint("Esc", "clear"), screen.keys.hint(.nextMatch, "next")] }
    // The agenda is what opens by itself, so the usual keys have the room.
    let isUsual = listing.filter.query.isEmpty || listing.filter == .agenda
    return isUsual ? [] : [screen.keys.hint(.filters, "filters")]
  }

  private var sidebarHints: [KeyHint?] {
    let keys = screen.keys
    let naming =
      screen.panes.sidebar.namedThing == nil ? [] : [keys.hint(.edit, "rename"), keys.hint(.delete, "delete")]
    return [keys.hint(.open, "open")] + naming + [KeyHint("Esc", "back"), keys.hint(.sidebar, "close")]
  }

  /// What waits, or else how reading and saving went.
  private var status: CellLine {
    let (items, saving, waiting) = (screen.items, screen.changes.status, screen.input.pendingText)
    if !waiting.isEmpty { return CellLine(waiting + " ", style: roles.prompt) }
    if let error = items.rows.error { return CellLine("not up to date: \(error) ", style: roles.failed) }
    if !items.rows.isCurrent, !items.rows.isRefreshing { return CellLine("searching… ", style: roles.saving) }
    if saving.isSaving {
      return CellLine(screen.leaving.reason == nil ? "saving… " : "saving, then quits… ", style: roles.saving)
    }
    var line = screen.running.words.map { CellLine("\($0) ", style: roles.saving) } ?? CellLine()
    switch saving.outcome {
    case .none: break
    case .saved: line.append("saved ✓ ", style: roles.saved)
    // What has no room here stands above.
    case .failed(let failure):
      line.append((longFailure == nil ? failure.words : failure.what) + " ", style: roles.failed)
    }
    return line
  }

  /// Why something failed, if that would leave no room for the most important keys.
  var longFailure: String? {
    guard case .failed(let failure) = screen.changes.status.outcome else { return nil }
    let size = screen.terminal.size
    let isLong = CellLine(failure.words + " ").width > size.width * 2 / 3 && size.height > 3
    return isLong ? failure.words : nil
  }
}
