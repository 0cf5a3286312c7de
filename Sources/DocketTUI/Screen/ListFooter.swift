import DocketConfiguration
import TerminalUI

/// The footer of the list: the keys that work now, and how reading and saving go.
@MainActor
struct ListFooter {
  private let screen: ListScreen
  private let roles: Roles

  init(_ screen: ListScreen) { (self.screen, roles) = (screen, screen.environment.roles) }

  /// The keys that work now, and how the last save went, which leaves its room to the most important of them.
  func footer(width: Int) -> Footer {
    let conflictsKey = screen.layers.isEmpty ? screen.keys.first(of: .conflicts) : nil
    let sync = screen.sync.line(roles, conflictsKey: conflictsKey)
    let texts = statusTexts.map { text in
      var status = text
      status.append(sync)
      return status
    }
    // That sync is well is worth no more than that saving is.
    let all = screen.sync.state?.isFine == true && texts.count > 1 ? texts + [CellLine()] : texts
    var (footer, besideKeys): (Footer, Footer?) = (Footer([]), nil)
    for status in all {
      let (hints, haveAllTitles) = hints(width: Self.room(beside: status, in: width))
      footer = Footer(hints, status: status)
      guard status.width > 0 else { break }
      let needed = haveAllTitles ? [] : importantHints(width: width)
      if footer.fits(needed, width: width) {
        besideKeys = nil
        break
      }
      if footer.fits(needed, width: width, byKeys: true) { besideKeys = footer }
    }
    // A sign is worth more than titles, and keys are worth more than a sign.
    footer = besideKeys ?? footer
    footer.keyStyle = roles.key
    return footer
  }

  private static func room(beside status: CellLine, in width: Int) -> Int {
    width - (status.width == 0 ? 0 : status.width + 1)
  }

  /// What would stand there without a status: of a layer the first hints, of the list help, add, done and search.
  private func importantHints(width: Int) -> [KeyHint] {
    if let hints = screen.layers.hints { return Array(hints.prefix(Self.importantCount)) }
    let important = Set(screen.keys.footer.prefix(while: \.isAlwaysShown).map(\.key))
    let (first, rest, _) = listHints(width: width)
    return first + rest.filter { important.contains($0.keys) }
  }

  private static let importantCount = 4

  private func hints(width: Int) -> (all: [KeyHint], haveAllTitles: Bool) {
    if let hints = screen.layers.hints { return (hints, false) }
    let (first, rest, haveAllTitles) = listHints(width: width)
    return (first + rest, haveAllTitles)
  }

  /// The hints of what is going on, and those of the commands that have room beside them.
  ///
  /// With all titles, the important ones are as they would be without a status.
  private func listHints(width: Int) -> (first: [KeyHint], commands: [KeyHint], haveAllTitles: Bool) {
    let isInSidebar = screen.panes.focus == .sidebar
    let isSelecting = !isInSidebar && screen.items.view.markedCount > 0
    let isShown: @MainActor (Command) -> Bool = { command in
      if isInSidebar { return command.row.traits.contains(.isInEveryPane) }
      // What does not work on a selection leaves its room to what does.
      return !isSelecting || command.row.disabledReason(screen) == nil
    }
    let hints = CommandHints(screen)
    let wanted = isSelecting ? [KeyHint("Esc", "unselect")] : paneHints
    let first = hints.beside(wanted, width: width, where: isShown)
    let rest = width - CommandHints.width(first)
    let commands = hints.footer(width: rest, where: isShown)
    let areTitled = !commands.isEmpty && commands.allSatisfy { !$0.title.isEmpty }
    return (first, commands, haveAllTitles: areTitled && first == wanted)
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
    if !listing.search.isEmpty {
      return [KeyHint("Esc", listing.titleOfEscape), screen.keys.hint(.nextMatch, "next")]
    }
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

  /// What waits, or else how reading and saving went: in the longest words first.
  private var statusTexts: [CellLine] {
    let (items, saving, waiting) = (screen.items, screen.changes.status, screen.input.pendingText)
    if !waiting.isEmpty { return [CellLine(waiting + " ", style: roles.prompt)] }
    if let error = items.rows.error { return [CellLine("not up to date: \(error) ", style: roles.failed)] }
    if !items.rows.isCurrent, !items.rows.isRefreshing { return shrinking("searching… ", roles.saving) }
    if saving.isSaving {
      return screen.leaving.reason == nil
        ? shrinking("saving… ", roles.saving) : [CellLine("saving, then quits… ", style: roles.saving)]
    }
    let running = screen.running.words.map { CellLine("\($0) ", style: roles.saving) } ?? CellLine()
    let outcomes: [CellLine] =
      switch saving.outcome {
      case .none: [CellLine()]
      // What was saved before says nothing of the text that is typed.
      case .saved where screen.layers.prompt != nil || screen.layers.overlay is NotesLayer: [CellLine()]
      case .saved: shrinking("saved ✓ ", roles.saved)
      // What has no room here stands above.
      case .failed(let failure):
        [CellLine((longFailure == nil ? failure.words : failure.what) + " ", style: roles.failed)]
      }
    return outcomes.map { outcome in
      var line = running
      line.append(outcome)
      return line
    }
  }

  /// Words that all is well, the sign at their end alone, and nothing.
  private func shrinking(_ words: String, _ style: Style) -> [CellLine] {
    [CellLine(words, style: style), CellLine(String(words.suffix(2)), style: style), CellLine()]
  }

  /// Why something failed, if that would leave no room for the most important keys.
  var longFailure: String? {
    guard case .failed(let failure) = screen.changes.status.outcome else { return nil }
    let size = screen.terminal.size
    let isLong = CellLine(failure.words + " ").width > size.width * 2 / 3 && size.height > 3
    return isLong ? failure.words : nil
  }
}
