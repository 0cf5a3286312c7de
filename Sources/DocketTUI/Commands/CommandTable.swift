import DocketConfiguration
import TerminalUI

/// One command of the list: what it acts on, why it is disabled, what it does.
///
/// Keys, words and group are in ``Command/entry``, which the configuration and its documentation use too.
@MainActor
struct CommandRow {
  enum Target {
    case nothing
    /// The selection, or the item under the cursor.
    case items
    /// The item under the cursor, even if others are selected.
    case cursorItem
    case allItems
  }

  /// What else pending keys and the footer depend on.
  struct Traits: OptionSet {
    let rawValue: Int

    /// Is about all rows, so it waits for those that are still being read.
    static let needsAllRows = Traits(rawValue: 1)
    /// Begins with the item's values, so it waits for changes of the item.
    static let readsItem = Traits(rawValue: 2)
    /// Moves the cursor and does nothing else.
    static let movesCursor = Traits(rawValue: 4)
    /// Is in the footer whichever pane has the focus.
    static let isInEveryPane = Traits(rawValue: 8)
    /// Works on the names in the sidebar too.
    static let actsOnNames = Traits(rawValue: 16)
  }

  typealias Reason = @MainActor (ListScreen) -> String?
  typealias Handler = @MainActor (ListScreen) -> Void

  let target: Target
  let traits: Traits
  /// How far it moves the cursor of the list.
  let reach: Motion?
  private let reason: Reason
  private let handler: Handler

  init(
    _ target: Target = .nothing, _ traits: Traits = [], reach: Motion? = nil,
    disabled reason: @escaping Reason = { _ in nil }, run handler: @escaping Handler
  ) {
    (self.target, self.traits, self.reach, self.reason, self.handler) = (target, traits, reach, reason, handler)
  }

  /// A motion in whichever pane has the focus.
  static func moving(_ motion: Motion) -> CommandRow {
    CommandRow(.nothing, .movesCursor, reach: motion) { Showing($0).move(motion) }
  }

  var actsOnItems: Bool { target != .nothing }

  /// Why no command on items works in an empty list.
  nonisolated static let noItem = "there is no item here"

  func run(_ screen: ListScreen) { handler(screen) }

  /// Why it is disabled now; nil if it isn't.
  func disabledReason(_ screen: ListScreen) -> String? {
    if actsOnItems, screen.panes.focus == .sidebar {
      guard traits.contains(.actsOnNames) else {
        return "press \(screen.keys.first(of: .nextPane) ?? "next pane") to return to the list"
      }
      let hasName = screen.panes.sidebar.namedThing != nil
      return hasName ? nil : "only tags, lists and saved filters can be renamed and deleted here"
    }
    if actsOnItems, screen.items.view.selectedID == nil { return Self.noItem }
    return reason(screen)
  }
}

extension Command {
  /// Its row of the table.
  ///
  /// No default case, and no row without a handler: a command that nobody handles does not compile.
  @MainActor var row: CommandRow {
    switch self {
    // Items
    case .add: CommandRow(.nothing, .isInEveryPane) { Adding($0).begin() }
    case .addSubitem: CommandRow(.cursorItem) { Adding($0).beginSubitem() }
    case .edit: Self.editRow
    case .editNotes:
      CommandRow(.items, .readsItem, disabled: { Editing($0).reasonForOneItem }) { $0.notesEditor.begin(in: $0) }
    case .editWhole:
      CommandRow(.items, .readsItem, disabled: { Editing($0).reasonForOneItem }) { $0.editor.edit(in: $0) }
    case .done: CommandRow(.items) { Finishing($0).toggle() }
    case .touch: CommandRow(.items) { Changing($0).touch() }
    case .delete: Self.deleteRow
    case .undo: CommandRow(.nothing, .isInEveryPane) { Undoing($0).undo() }
    case .redo: CommandRow { Undoing($0).redo() }
    case .raisePriority: CommandRow(.items) { Changing($0).raisePriority(by: 1) }
    case .lowerPriority: CommandRow(.items) { Changing($0).raisePriority(by: -1) }
    case .tags: CommandRow(.items) { Editing($0).beginTags() }
    case .due: CommandRow(.items) { Editing($0).beginDue() }
    case .start: CommandRow(.items) { Editing($0).beginStart() }
    case .waitsFor: CommandRow(.cursorItem) { Ordering($0).begin() }
    case .every: CommandRow(.items) { Editing($0).beginEvery() }
    case .skip: CommandRow(.items, disabled: { Finishing($0).reasonForNoSeries }) { Finishing($0).skip() }
    case .endSeries: CommandRow(.items, disabled: { Finishing($0).reasonForNoSeries }) { Finishing($0).endSeries() }
    case .list: CommandRow(.items) { Editing($0).beginList() }
    case .copy: CommandRow(.items, disabled: { Changing($0).reasonNotToCopy }) { Changing($0).copyTitles() }
    case .openLink: CommandRow(.cursorItem) { Links($0).begin() }
    case .moveDown: CommandRow(.items) { Changing($0).move(down: true) }
    case .moveUp: CommandRow(.items) { Changing($0).move(down: false) }
    case .indent: CommandRow(.cursorItem, disabled: { Nesting($0).reasonNotToIndent }) { Nesting($0).indent() }
    case .outdent: CommandRow(.cursorItem, disabled: { Nesting($0).reasonNotToOutdent }) { Nesting($0).outdent() }
    // Finding
    case .search: CommandRow(.nothing, .isInEveryPane) { Searching($0).begin() }
    case .searchAll: CommandRow(disabled: { Searching($0).reasonNotToSearchAll }) { Searching($0).searchAll() }
    case .nextMatch: Self.matchRow(1)
    case .previousMatch: Self.matchRow(-1)
    case .filters: CommandRow { Menus($0).showFilters() }
    case .context: CommandRow { Menus($0).showContexts() }
    case .saveFilter: CommandRow(disabled: { Naming($0).reasonNotToSave }) { Naming($0).beginSavingFilter() }
    case .doneToday: CommandRow { Showing($0).toggleDoneToday() }
    case .month: CommandRow { Planning($0).showMonth() }
    case .sort: CommandRow { Menus($0).showOrders() }
    case .reverse: CommandRow { Showing($0).order(by: $0.items.order.reversed) }
    // Selection
    case .select: CommandRow(.cursorItem, reach: .rows(1)) { $0.items.selection.toggle() }
    case .selectRange: CommandRow(.cursorItem) { $0.items.view.markRange() }
    case .selectAll: CommandRow(.allItems, .needsAllRows) { Changing($0).selectAll() }
    // Moving
    case .down: .moving(.rows(1))
    case .up: .moving(.rows(-1))
    case .halfPageDown: .moving(.halfPages(1))
    case .halfPageUp: .moving(.halfPages(-1))
    case .pageDown: .moving(.pages(1))
    case .pageUp: .moving(.pages(-1))
    case .top: .moving(.top)
    case .bottom: .moving(.bottom)
    // Panes
    case .open: CommandRow { Showing($0).open() }
    case .nextPane:
      CommandRow(disabled: { $0.panes.isDivided ? nil : "there is no other pane" }) { $0.panes.focusNext() }
    case .sidebar: CommandRow { Showing($0).toggleSidebar() }
    case .fold: CommandRow(.cursorItem, disabled: { Changing($0).reasonNotToFold }) { $0.items.toggleFold() }
    // Program
    case .palette: CommandRow { Menus($0).showPalette() }
    case .help: CommandRow(.nothing, .isInEveryPane) { Menus($0).showHelp() }
    case .conflicts: CommandRow(disabled: { Resolving($0).reasonForNone }) { Resolving($0).show() }
    case .syncNow: CommandRow(disabled: { Syncing($0).reasonForNone }) { Syncing($0).syncNow() }
    case .syncStatus: CommandRow(disabled: { Syncing($0).reasonForNone }) { Syncing($0).showStatus() }
    case .shareList: CommandRow(disabled: { Sharing($0).reasonNotToShare }) { Sharing($0).begin() }
    case .inviteToList: CommandRow(disabled: { Sharing($0).reasonForNoneShared }) { Sharing($0).invite() }
    case .joinList: CommandRow(disabled: { Sharing($0).reasonNotToSync }) { Sharing($0).beginJoining() }
    case .leaveList: CommandRow(disabled: { Sharing($0).reasonForNoneShared }) { Sharing($0).askToLeave() }
    case .stop: CommandRow(disabled: { OwnCommands($0).reasonForNone }) { $0.running.stop() }
    case .theme: CommandRow { Theming($0).choose() }
    case .mouse: CommandRow { Showing($0).toggleMouse() }
    case .suspend: CommandRow { $0.terminal.suspend() }
    case .quit: CommandRow(.nothing, .isInEveryPane) { $0.quit() }
    }
  }

  @MainActor private static let editRow = CommandRow(
    .items, [.readsItem, .actsOnNames],
    disabled: { Editing($0).reasonForOneItem },
    run: { $0.panes.focus == .sidebar ? Naming($0).beginRenaming() : Editing($0).beginTitle() })

  @MainActor private static let deleteRow = CommandRow(
    .items, .actsOnNames,
    run: { $0.panes.focus == .sidebar ? Naming($0).askToDelete() : Deleting($0).begin() })

  @MainActor private static func matchRow(_ step: Int) -> CommandRow {
    CommandRow(
      .nothing, [.movesCursor, .needsAllRows],
      disabled: { Searching($0).reasonForNoMatch },
      run: { $0.items.goToMatch(step) })
  }
}
