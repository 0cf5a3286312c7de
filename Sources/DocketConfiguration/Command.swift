/// A command of the list, by its name in the configuration file.
public enum Command: String, CaseIterable, Sendable {
  // Items
  case add
  case addSubitem = "add-subitem"
  case edit
  case editNotes = "edit-notes"
  case editWhole = "edit-whole"
  case done, touch, delete, undo, redo
  case raisePriority = "raise-priority"
  case lowerPriority = "lower-priority"
  case tags, due, start
  case waitsFor = "waits-for"
  case every = "repeat"
  case skip
  case endSeries = "end-series"
  case list, copy
  case openLink = "open-link"
  case moveDown = "move-down"
  case moveUp = "move-up"
  case indent, outdent
  // Finding
  case search
  case searchAll = "search-all"
  case nextMatch = "next-match"
  case previousMatch = "previous-match"
  case filters, context
  case saveFilter = "save-filter"
  case doneToday = "done-today"
  case month, sort, reverse
  // Selection
  case select
  case selectRange = "select-range"
  case selectAll = "select-all"
  // Moving
  case down, up
  case halfPageDown = "half-page-down"
  case halfPageUp = "half-page-up"
  case pageDown = "page-down"
  case pageUp = "page-up"
  case top, bottom
  // Panes
  case open
  case nextPane = "next-pane"
  case sidebar, fold
  // Program
  case palette, help, conflicts
  case syncNow = "sync-now"
  case syncStatus = "sync-status"
  case shareList = "share-list"
  case inviteToList = "invite-to-list"
  case joinList = "join-list"
  case leaveList = "leave-list"
  case stop = "stop-commands"
  case theme, mouse, suspend, quit

  /// The keys and texts of the command.
  public var entry: CommandEntry {
    // Sound: a test checks that the table has every command.
    CommandEntry.byCommand[self]!
  }
}

/// The keys and texts of one command, from which keymap, footer, help, palette and documentation are made.
public struct CommandEntry: Sendable {
  /// The command.
  public let command: Command
  /// The default keys; the keys of a sequence are separated by spaces.
  public let keys: [String]
  /// One or two words for footers, menus and the palette.
  public let title: String
  /// A phrase for the help.
  public let help: String
  /// The section of the help.
  public let group: CommandGroup
  /// What others call it, by which the palette finds it too.
  public let otherNames: [String]
  /// The position in the footer, ascending; nil for commands that only the help shows.
  public let footerRank: Int?

  init(
    _ command: Command, _ keys: [String], _ title: String, _ help: String, _ group: CommandGroup, footer: Int? = nil,
    also otherNames: [String] = []
  ) {
    self.command = command
    self.keys = keys
    self.title = title
    self.help = help
    self.group = group
    self.otherNames = otherNames
    footerRank = footer
  }
}

/// A section of the help.
public enum CommandGroup: String, CaseIterable, Sendable {
  case items = "Items"
  case finding = "Finding"
  case selecting = "Selecting"
  case moving = "Moving"
  case panes = "Panes"
  case program = "Program"
}

extension CommandEntry {
  fileprivate static let byCommand = Dictionary(uniqueKeysWithValues: all.map { ($0.command, $0) })
  /// All commands, in the order of the help.
  public static let all: [CommandEntry] = items + finding + selecting + moving + panes + program

  private static let items: [CommandEntry] = [
    CommandEntry(.add, ["a"], "add", "add an item", .items, footer: 0, also: ["new", "create"]),
    CommandEntry(.addSubitem, ["A"], "add sub-item", "add an item below this one", .items, also: ["subtask", "child"]),
    CommandEntry(.edit, ["e"], "edit", "edit the title", .items, footer: 1, also: ["rename"]),
    CommandEntry(
      .editNotes, ["i"], "edit notes", "edit the notes in the detail pane; Esc saves them", .items,
      also: ["annotate", "description"]),
    CommandEntry(.editWhole, ["E"], "edit in $EDITOR", "edit the whole item, its notes too, in $EDITOR", .items),
    CommandEntry(
      .done, ["Space"], "done", "done, or open again", .items, footer: 2,
      also: ["complete", "finish", "mark as done", "reopen", "archive"]),
    CommandEntry(.delete, ["d"], "delete", "delete; u brings it back", .items, footer: 3, also: ["remove"]),
    CommandEntry(
      .undo, ["u"], "undo", "undo the last change, also of earlier days", .items, footer: 5,
      also: ["revert", "history"]),
    CommandEntry(.redo, ["^r"], "redo", "redo what was undone", .items),
    CommandEntry(.touch, ["t"], "updated now", "set updated to now, and change nothing else", .items),
    CommandEntry(.raisePriority, ["p"], "raise priority", "raise the priority", .items),
    CommandEntry(.lowerPriority, ["P"], "lower priority", "lower the priority", .items),
    CommandEntry(.tags, ["#"], "tags", "add and remove tags", .items, also: ["label"]),
    CommandEntry(
      .due, ["@"], "due", "set when it is due", .items,
      also: ["postpone", "defer", "reschedule", "snooze", "delay", "schedule", "deadline", "date"]),
    CommandEntry(
      .start, ["w"], "start", "set from when on it can be begun", .items,
      also: ["wait until", "defer", "snooze", "hide", "date"]),
    CommandEntry(
      .waitsFor, ["W"], "waits for", "let it wait for the selected items, or for those that are typed", .items,
      also: ["blocked by", "block", "depends on", "dependencies", "after"]),
    CommandEntry(
      .every, ["r"], "repeat", "set how it repeats", .items, also: ["recur", "recurring", "recurrence", "every"]),
    CommandEntry(.skip, [], "skip", "move it to its next date, without completing it", .items),
    CommandEntry(.endSeries, [], "end series", "let it repeat no longer; the item stays", .items),
    CommandEntry(.list, [">"], "move to list", "move to another list", .items, also: ["project"]),
    CommandEntry(.copy, ["y"], "copy", "copy the title", .items, also: ["yank"]),
    CommandEntry(
      .openLink, ["o"], "open link", "open a link of the title or the notes", .items, also: ["url", "browser"]),
    CommandEntry(
      .moveDown, ["J"], "move down", "move the item down in its manual order", .items,
      also: ["arrange", "reorder", "manual order"]),
    CommandEntry(
      .moveUp, ["K"], "move up", "move the item up in its manual order", .items,
      also: ["arrange", "reorder", "manual order"]),
    CommandEntry(.indent, ["L"], "indent", "make it a part of the item above it", .items, also: ["nest"]),
    CommandEntry(.outdent, ["H"], "outdent", "move it out of the item that it is a part of", .items, also: ["unnest"]),
  ]

  private static let finding: [CommandEntry] = [
    CommandEntry(.search, ["/"], "search", "search as you type; Esc clears", .finding, footer: 4, also: ["find"]),
    CommandEntry(.searchAll, ["\\"], "search all", "search for the same, whatever the filter", .finding),
    CommandEntry(.nextMatch, ["n"], "next match", "next match", .finding),
    CommandEntry(.previousMatch, ["N"], "previous match", "previous match", .finding),
    CommandEntry(
      .filters, ["f"], "filters", "filters: agenda, open, today, overdue, done, lists, tags", .finding,
      also: ["views", "agenda", "waiting", "overdue"]),
    CommandEntry(.context, [], "context", "stay within a filter, a list or a tag, whatever is shown", .finding),
    CommandEntry(.saveFilter, ["F"], "save filter", "save what is shown as a filter with a name", .finding),
    CommandEntry(.doneToday, ["D"], "done today", "show or hide what was done today below the agenda", .finding),
    CommandEntry(.month, ["c"], "month", "show what is due in a month, day by day", .finding, also: ["calendar"]),
    CommandEntry(.sort, ["s"], "sort", "choose the order", .finding, also: ["order by", "manual order"]),
    CommandEntry(.reverse, ["S"], "reverse", "reverse the order", .finding, also: ["sort backwards"]),
  ]

  private static let selecting: [CommandEntry] = [
    CommandEntry(.select, ["x"], "select", "toggle selection; cleared after a command", .selecting),
    CommandEntry(.selectRange, ["X"], "select range", "select from the last one selected to here", .selecting),
    CommandEntry(
      .selectAll, ["*"], "select all", "select all that is shown, or nothing", .selecting,
      also: ["bulk", "multiple", "batch"]),
  ]

  private static let moving: [CommandEntry] = [
    CommandEntry(.down, ["j", "Down"], "down", "move down", .moving),
    CommandEntry(.up, ["k", "Up"], "up", "move up", .moving),
    CommandEntry(.halfPageDown, ["^d"], "half page down", "move half a page down", .moving),
    CommandEntry(.halfPageUp, ["^u"], "half page up", "move half a page up", .moving),
    CommandEntry(.pageDown, ["PgDn"], "page down", "move a page down", .moving),
    CommandEntry(.pageUp, ["PgUp"], "page up", "move a page up", .moving),
    CommandEntry(.top, ["g", "Home"], "first", "move to the first item", .moving),
    CommandEntry(.bottom, ["G", "End"], "last", "move to the last item", .moving),
  ]

  private static let panes: [CommandEntry] = [
    CommandEntry(.open, ["Enter"], "detail", "show or hide details", .panes, also: ["preview"]),
    CommandEntry(.nextPane, ["Tab"], "next pane", "go to the next pane", .panes),
    CommandEntry(.sidebar, ["b"], "sidebar", "show or hide lists, tags and filters", .panes),
    CommandEntry(.fold, ["z"], "fold", "fold or unfold the sub-items", .panes, also: ["collapse"]),
  ]

  private static let program: [CommandEntry] = [
    CommandEntry(.palette, [":", "^p"], "palette", "find any command by its name", .program),
    CommandEntry(.help, ["?"], "help", "show or leave this help", .program, footer: 6),
    CommandEntry(
      .conflicts, ["C"], "resolve conflicts", "decide what sync overwrote unseen", .program, also: ["merge"]),
    CommandEntry(.syncNow, [], "sync now", "send and receive at once", .program),
    CommandEntry(.syncStatus, [], "sync status", "say how sync goes, and why it does not", .program),
    CommandEntry(.shareList, [], "share list", "share a list with somebody else", .program, also: ["sync with others"]),
    CommandEntry(
      .inviteToList, [], "invite to list", "copy the line that lets somebody join a shared list", .program,
      also: ["sync with others"]),
    CommandEntry(
      .joinList, [], "join list", "join a list that somebody else shares", .program, also: ["sync with others"]),
    CommandEntry(.leaveList, [], "leave list", "stop sharing a list; its items stay", .program),
    CommandEntry(.stop, [], "stop commands", "end your own commands that run", .program),
    CommandEntry(
      .theme, [], "theme", "try other colours; the screen shows each", .program,
      also: ["colours", "colors", "dark", "light"]),
    CommandEntry(.mouse, [], "mouse", "give the mouse to the program, or back to the terminal", .program),
    CommandEntry(.suspend, ["^z"], "suspend", "suspend; fg brings the list back", .program),
    CommandEntry(.quit, ["q", "^c"], "quit", "quit", .program, footer: 7, also: ["exit"]),
  ]
}
