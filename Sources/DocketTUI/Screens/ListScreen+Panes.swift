import DocketConfiguration
import DocketData
import TerminalUI

extension ListScreen {
  /// Gives a command to the panes.
  ///
  /// - Returns: whether it was theirs, or that of the pane that has the keys.
  func performInPanes(_ command: Command) -> Bool {
    switch command {
    case .open: open()
    case .nextPane: panes.focusNext()
    case .sidebar: toggleSidebar()
    case .edit where panes.focus == .sidebar: beginRenaming()
    case .delete where panes.focus == .sidebar: askToDeleteNamedThing()
    default:
      guard panes.focus != .list, let motion = PaneMotion(command) else { return false }
      panes.move(motion)
    }
    return true
  }

  /// Goes back to the list, if another pane has the keys.
  func leavePane() -> Bool {
    guard panes.focus != .list else { return false }
    panes.focus(.list)
    return true
  }

  /// Why a command can't be given because of the panes.
  func whyDisabledInPanes(_ command: Command) -> String? {
    if command == .nextPane, !panes.isDivided { return "there is no other pane" }
    guard panes.focus == .sidebar, command.actsOnItems else { return nil }
    if [.edit, .delete].contains(command) {
      return panes.sidebar.namedThing == nil
        ? "only tags, lists and saved filters can be renamed and deleted here" : nil
    }
    return "the keys are the sidebar's; \(keys.keys(of: .nextPane).first ?? "next pane") leads to the list"
  }

  /// What keys do in a pane beside the list; none in the list.
  var paneHints: [KeyHint] {
    switch panes.focus {
    case .list:
      listingHints
    case .detail:
      [paneHint(.open, "close"), paneHint(.nextPane, "next pane"), paneHint(.down, "scroll")].compactMap(\.self)
    case .sidebar:
      sidebarHints
    }
  }

  /// How to see more again, where a search or a filter leaves something out.
  private var listingHints: [KeyHint] {
    if !listing.search.isEmpty { return [KeyHint("Esc", "clear"), paneHint(.nextMatch, "next")].compactMap(\.self) }
    return listing.filter.query.isEmpty ? [] : [paneHint(.filters, "filters")].compactMap(\.self)
  }

  private var sidebarHints: [KeyHint] {
    let naming = panes.sidebar.namedThing == nil ? [] : [paneHint(.edit, "rename"), paneHint(.delete, "delete")]
    let hints = [paneHint(.open, "open")] + naming + [KeyHint("Esc", "back"), paneHint(.sidebar, "close")]
    return hints.compactMap(\.self)
  }

  /// Lets the panes follow the list; not while something is drawn.
  func updatePanes() {
    panes.select(list.selectedID)
    panes.sidebar.shownQuery = listing.filter.query
  }

  /// Draws the panes.
  ///
  /// - Returns: where the list is to be drawn.
  func drawPanes(into canvas: inout Canvas, in area: Rect) -> Rect {
    let rest = panes.render(into: &canvas, in: area)
    let style = panes.focus == .list ? environment.roles.selected : .plain
    if list.selectionStyle != style {
      list.selectionStyle = style
      list.invalidateAll()
    }
    return rest
  }

  /// Lets the panes ask for drawings, and the sidebar for another filter.
  func startPanes() {
    panes.detail.onChange = { [weak application] in application?.setNeedsDisplay() }
    panes.sidebar.onChange = { [weak application] in application?.setNeedsDisplay() }
    panes.sidebar.onChoose = { [weak self] filter in
      self?.show(filter)
      self?.panes.focus(.list)
    }
  }

  private func paneHint(_ command: Command, _ title: String) -> KeyHint? {
    keys.keys(of: command).first.map { KeyHint($0, title) }
  }

  private func open() {
    if panes.focus == .sidebar { panes.sidebar.choose() } else { panes.toggleDetail() }
  }

  private func toggleSidebar() {
    do {
      try panes.toggleSidebar(reference)
    } catch {
      actions.report(error, of: "sidebar")
    }
  }
}
