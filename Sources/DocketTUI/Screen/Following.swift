import DocketConfiguration
import DocketData
import SwiftData
import TerminalUI

/// What the parts of the screen report, in one stream.
enum ScreenEvent {
  /// Something is to be drawn again.
  case redraw
  /// The texts or the numbers of rows have changed.
  case words
  /// Rows came, went or moved.
  case rows(ItemList.Change)
  /// Models that an overlay shows have changed.
  case overlay(LayerStack.ID)
  /// The sync goes otherwise than before.
  case sync
  /// A hook has failed.
  case hook(String)
  /// Items have become due.
  case due([ItemValues])
  /// Something that is shown has changed with time.
  case moment
  case change(ChangeQueue.Event)
  case timeout(EventPump.Timeout)
}

/// Takes the events that a part of the screen reports.
typealias ScreenEvents = @MainActor (ScreenEvent) -> Void

/// Follows the events of all parts: the one place where a change of one reaches another.
@MainActor
struct Following {
  private let screen: ListScreen

  init(_ screen: ListScreen) { self.screen = screen }

  func follow(_ event: ScreenEvent) {
    switch event {
    case .redraw: screen.terminal.setNeedsDisplay()
    case .words:
      screen.notices.checkOffer()
      screen.terminal.setNeedsDisplay()
    case .rows(let change): follow(change)
    case .overlay(let id):
      Menus(screen).updateFilters(id)
      Planning(screen).update(id)
    case .sync:
      screen.panes.sidebar.sharedLists = screen.sync.sharedLists
      screen.terminal.setNeedsDisplay()
    case .hook(let line):
      screen.notices.sayInTurn(line)
      screen.terminal.setNeedsDisplay()
    case .due(let items): Reminding(screen).say(items)
    case .moment: screen.followClock()
    case .change(let event): follow(event)
    case .timeout(.keys): Waiting(screen).resume()
    case .timeout(.list): Waiting(screen).endWaitForList()
    }
  }

  private func follow(_ change: ItemList.Change) {
    if let ended = change.ended { screen.input.end(ended) }
    if let place = change.newItemPlace {
      let order = screen.items.order.words
      // It goes with the next command, after which the item may stand elsewhere.
      screen.notices.answer("added further \(place)\(order.isEmpty ? "" : ", sorted \(order)")", offering: .undo)
    }
    if let old = change.displaced, !isOurDoing(old) { screen.items.noteUnseenArrival() }
    screen.notices.checkOffer()
    // Another item may be under the cursor, or have its first sub-item.
    screen.showInPanes()
    screen.input.endLeaving(screen.input.leaving.filter { screen.items.index(of: $0) == nil })
    Waiting(screen).resume()
  }

  /// Whether a change of the person's is the reason that an item is no longer under the cursor.
  private func isOurDoing(_ old: PersistentIdentifier) -> Bool {
    // Where the cursor keeps its row, it is on another item whatever moves.
    let keepsRow = screen.environment.configuration.cursor != .item
    let isGone = screen.items.rows.item(old)?.isDeleted ?? true
    return !keepsRow && screen.input.leaving.contains(old)
      || screen.changes.explains(old, isGone: isGone, anyChange: keepsRow)
  }

  private func follow(_ event: ChangeQueue.Event) {
    switch event {
    case .begun:
      screen.notices.withdrawOffer()
      // A cursor that no key waits for need not go anywhere any more.
      screen.items.stopAwaitingUnlessKeysDo()
      screen.terminal.setNeedsDisplay()
    case .cancelled:
      screen.leaving.stay()
      screen.notices.say("cancelled; nothing was changed")
    case .stopped(let title): screen.notices.say("stopped \(title); the items added so far stay")
    case .failed: screen.leaving.stay()
    case .completed:
      // An item may begin, or be due, just now.
      screen.environment.renewQueryReference()
      Waiting(screen).resume()
    case .idle: screen.leaving.leaveIfIdle()
    case .progress:
      screen.layers.show(screen.changes.progress)
      screen.terminal.setNeedsDisplay()
    }
  }
}
