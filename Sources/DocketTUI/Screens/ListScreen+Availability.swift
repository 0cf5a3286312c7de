import DocketConfiguration

extension ListScreen {
  /// Why a command can't be given now, or nil if it can.
  func whyDisabled(_ command: Command) -> String? {
    if command.actsOnItems, list.selectedID == nil { return "there is no item here" }
    return whyDisabledInPanes(command)
  }
}

extension Command {
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
