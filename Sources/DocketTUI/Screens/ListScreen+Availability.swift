import DocketConfiguration

extension ListScreen {
  /// Why a command can't be given now, or nil if it can.
  func whyDisabled(_ command: Command) -> String? {
    if panes.focus == .sidebar, command.actsOnItems { return whyDisabledInPanes(command) }
    if command == .saveFilter, query.text.isEmpty, listing.order == nil {
      return "everything is shown; \(keys.keys(of: .search).first ?? "search") searches"
    }
    if command.actsOnItems, list.selectedID == nil { return "there is no item here" }
    if [.moveDown, .moveUp].contains(command), !isInManualOrder {
      return "the list is in another order; \(keys.keys(of: .sort).first ?? "sort") and m choose the manual one"
    }
    if [.edit, .editWhole].contains(command), list.markedCount > 1 {
      return "it edits one item, and \(list.markedCount.grouped) are selected; Esc unselects"
    }
    if command == .fold { return whyNothingFolds }
    if [.nextMatch, .previousMatch].contains(command), listing.search.isEmpty {
      return "nothing is searched for; / searches"
    }
    if command == .copy, !environment.configuration.clipboard { return "clipboard is off in config.toml" }
    return whyDisabledInPanes(command)
  }
}

extension Command {
  /// Whether it is named in the footer whichever pane has the keys.
  var isForEveryPane: Bool { [.undo, .search, .help, .quit].contains(self) }

  /// Whether it only takes the cursor to another row.
  var movesCursor: Bool {
    switch self {
    case .down, .up, .halfPageDown, .halfPageUp, .top, .bottom, .pageDown, .pageUp, .nextMatch, .previousMatch: true
    default: false
    }
  }

  /// Whether it is about the item under the cursor, or about those that are selected.
  var actsOnItems: Bool {
    switch self {
    case .addSubitem, .edit, .editWhole, .done, .touch, .delete, .raisePriority, .lowerPriority, .tags, .due, .list,
      .copy, .moveDown, .moveUp, .select, .selectRange, .selectAll, .fold:
      true
    default: false
    }
  }
}
