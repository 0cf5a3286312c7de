import DocketConfiguration
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
    case .change(let event): follow(event)
    case .timeout(.goOn): Waiting(screen).goOn()
    case .timeout(.list): Waiting(screen).endWaitForList()
    }
  }

  private func follow(_ change: ItemList.Change) {
    if let ended = change.ended { screen.input.end(ended) }
    if let place = change.newItemPlace {
      screen.notices.say("added \(place), as the list is \(screen.items.order.words)", offering: .undo)
    }
    if let old = change.displaced, !isOurDoing(old) { screen.items.noteUnseenArrival() }
    screen.notices.checkOffer()
    screen.input.endLeaving(screen.input.queue.leaving.filter { screen.items.index(of: $0) == nil })
    Waiting(screen).goOn()
  }

  /// Whether a change of the person's is the reason that an item is no longer under the cursor.
  private func isOurDoing(_ old: PersistentIdentifier) -> Bool {
    // Where the cursor keeps its row, it is on another item whatever moves.
    let keepsRow = screen.environment.configuration.cursor != .item
    let isGone = screen.items.rows.item(old)?.isDeleted ?? true
    return !keepsRow && screen.input.queue.leaving.contains(old)
      || screen.changes.explains(old, isGone: isGone, anyChange: keepsRow)
  }

  private func follow(_ event: ChangeQueue.Event) {
    switch event {
    case .begun:
      screen.notices.withdrawOffer()
      // A cursor that no key waits for need not go anywhere any more.
      screen.items.stopAwaitingUnlessKeysDo()
      screen.terminal.setNeedsDisplay()
    case .cancelled: screen.notices.say("cancelled; nothing was changed")
    case .failed: screen.leaving.stay()
    case .completed: Waiting(screen).goOn()
    case .idle: screen.leaving.goOn()
    case .progress:
      screen.layers.show(screen.changes.progress)
      screen.terminal.setNeedsDisplay()
    }
  }
}

/// Keys that wait for the list: lets them go on, and drops them if the list never shows what they were meant for.
@MainActor
struct Waiting {
  private let screen: ListScreen

  init(_ screen: ListScreen) { self.screen = screen }

  /// Lets what waits go on, as far as it need not wait on.
  func goOn() {
    EventRouter(screen).resume()
    screen.items.settleCursor()
    screen.showInPanes()
    screen.terminal.setNeedsDisplay()
  }

  /// Puts the cursor on the first of some new items, which may be in the list already or come with its next change.
  ///
  /// - Parameter expectation: what keys wait for until then, if they do.
  func selectFirst(of ids: [PersistentIdentifier], ending expectation: EventQueue.Expectation? = nil) {
    if let earlier = screen.items.wait(for: ids, ending: expectation) { screen.input.end(earlier) }
    if let expectation { screen.input.noteSaved(expectation) }
    screen.items.follow()
  }

  /// Lets keys wait for items to leave the list.
  func expectDeparture(of targets: ItemTargets) -> EventQueue.Expectation {
    guard targets.count > ItemList.maxSearched else {
      return screen.input.expectDeparture(of: targets.identifiers(), sample: nil)
    }
    return screen.input.expectDeparture(of: [], sample: screen.items.sample(of: targets))
  }

  /// Stops waiting for saved changes, for example because they were undone.
  func forgetSaved() {
    screen.items.stopAwaiting()
    screen.input.endSaved()
    screen.items.follow()
  }

  /// Drops the waiting keys, and says so: the change they were typed for failed, or is not shown.
  func drop() {
    if let dropped = screen.input.drop() { screen.notices.say("dropped: \(dropped)") }
  }

  /// Shows a line again whose text could not be saved.
  func restore(_ failed: LinePrompt) {
    screen.leaving.stay()
    // The keys that wait were not typed for this text.
    drop()
    screen.layers.restore(failed)
  }

  /// Ends the wait for a list that has not shown what was saved; what can't have come yet is waited for.
  func endWaitForList() {
    guard screen.items.rows.isCurrent, screen.items.rows.shown.isComplete else { return screen.input.awaitList() }
    // The keys were meant for what the list does not show: on anything else they would do harm.
    drop()
    forgetSaved()
  }
}
