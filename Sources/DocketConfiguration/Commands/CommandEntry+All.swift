extension CommandEntry {
  static let byCommand = Dictionary(uniqueKeysWithValues: all.map { ($0.command, $0) })

  /// Every command, in the order of the help.
  public static let all: [CommandEntry] = items + finding + selecting + moving + panes + program

  private static let items: [CommandEntry] = [
    CommandEntry(.add, ["a"], "add", "add an item", .items, footer: 0),
    CommandEntry(.addSubitem, ["A"], "add sub-item", "add an item below this one", .items),
    CommandEntry(.edit, ["e"], "edit", "edit the title", .items, footer: 1),
    CommandEntry(.editWhole, ["E"], "edit in $EDITOR", "edit the whole item, its notes too, in $EDITOR", .items),
    CommandEntry(.done, ["Space"], "done", "done, or open again", .items, footer: 2),
    CommandEntry(.delete, ["d"], "delete", "delete; u brings it back", .items, footer: 3),
    CommandEntry(.undo, ["u"], "undo", "undo the last change, also of earlier days", .items, footer: 5),
    CommandEntry(.redo, ["^r"], "redo", "redo what was undone", .items),
    CommandEntry(.touch, ["t"], "updated now", "set updated to now, and change nothing else", .items),
    CommandEntry(.raisePriority, ["p"], "raise priority", "raise the priority", .items),
    CommandEntry(.lowerPriority, ["P"], "lower priority", "lower the priority", .items),
    CommandEntry(.tags, ["#"], "tags", "add and remove tags", .items),
    CommandEntry(.due, ["@"], "due", "set when it is due", .items),
    CommandEntry(.list, [">"], "move to list", "move to another list", .items),
    CommandEntry(.copy, ["y"], "copy", "copy the title", .items),
    CommandEntry(.moveDown, ["J"], "move down", "move the item down in its manual order", .items),
    CommandEntry(.moveUp, ["K"], "move up", "move the item up in its manual order", .items),
  ]

  private static let finding: [CommandEntry] = [
    CommandEntry(.search, ["/"], "search", "search as you type; Esc clears", .finding, footer: 4),
    CommandEntry(.nextMatch, ["n"], "next match", "go to the next match", .finding),
    CommandEntry(.previousMatch, ["N"], "previous match", "go to the match before", .finding),
    CommandEntry(.filters, ["f"], "filters", "saved filters: open, today, overdue, done, lists, tags", .finding),
    CommandEntry(.saveFilter, ["F"], "save filter", "save what is shown as a filter with a name", .finding),
    CommandEntry(.sort, ["s"], "sort", "choose the order", .finding),
    CommandEntry(.reverse, ["S"], "reverse", "reverse the order", .finding),
  ]

  private static let selecting: [CommandEntry] = [
    CommandEntry(
      .select, ["x"], "select", "select, or no longer; a change to what is selected unselects it", .selecting),
    CommandEntry(.selectRange, ["X"], "select range", "select from the last one selected to here", .selecting),
    CommandEntry(.selectAll, ["*"], "select all", "select all that is shown, or nothing", .selecting),
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
    CommandEntry(.open, ["Enter"], "detail", "show the item whole, or no longer", .panes),
    CommandEntry(.nextPane, ["Tab"], "next pane", "go to the next pane", .panes),
    CommandEntry(.sidebar, ["b"], "sidebar", "show lists, tags and filters, or no longer", .panes),
    CommandEntry(.fold, ["z"], "fold", "fold or unfold the sub-items", .panes),
  ]

  private static let program: [CommandEntry] = [
    CommandEntry(.palette, [":", "^p"], "palette", "find any command by its name", .program),
    CommandEntry(.help, ["?"], "help", "show or leave this help", .program, footer: 6),
    CommandEntry(.mouse, [], "mouse", "give the mouse to the program, or back to the terminal", .program),
    CommandEntry(.suspend, ["^z"], "suspend", "suspend; fg brings the list back", .program),
    CommandEntry(.quit, ["q", "^c"], "quit", "quit", .program, footer: 7),
  ]
}
