import DocketConfiguration
import TerminalUI

extension ListScreen {
  func perform(_ command: Command) {
    if let reason = whyDisabled(command) { return refuse("\(command.entry.title): \(reason)") }
    if let reason = whyNotAimed(command) { return refuse("\(command.entry.title): \(reason)") }
    if performInPanes(command) { return }
    switch command {
    case .add: draft = Draft(.new(parent: nil))
    case .addSubitem: beginAddingPart()
    case .edit: beginEditing()
    case .done: toggleDone()
    case .editWhole: editWhole()
    case .touch: touch()
    case .delete: delete()
    case .undo: undo()
    case .redo: redo()
    case .raisePriority: raisePriority(by: 1)
    case .lowerPriority: raisePriority(by: -1)
    case .tags: beginTagging()
    case .due: beginDating()
    case .list: beginListing()
    case .copy: copyTitles()
    case .moveDown: moveItems(down: true)
    case .moveUp: moveItems(down: false)
    case .select: toggleSelection()
    case .selectRange: list.markRange()
    case .selectAll: selectAll()
    case .fold: toggleFold()
    case .mouse: toggleMouse()
    case .down, .up, .halfPageDown, .halfPageUp, .top, .bottom, .pageDown, .pageUp: move(command)
    case .search: beginSearching()
    case .nextMatch: goToMatch(1)
    case .previousMatch: goToMatch(-1)
    case .sort: showOrders()
    case .reverse: reverseOrder()
    case .filters: showFilters()
    case .saveFilter: beginSavingFilter()
    case .palette: showPalette()
    case .help: showHelp()
    case .quit: quit()
    case .suspend: application?.suspend()
    default: break
    }
  }

  private func move(_ command: Command) {
    list.select { selection in
      let halfPage = max(1, selection.height / 2)
      switch command {
      case .down: selection.move(by: 1)
      case .up: selection.move(by: -1)
      case .halfPageDown: selection.move(by: halfPage)
      case .halfPageUp: selection.move(by: -halfPage)
      case .top: selection.select(0)
      case .bottom: selection.select(selection.count - 1)
      case .pageDown: selection.movePage(1)
      case .pageUp: selection.movePage(-1)
      default: break
      }
    }
  }
}
