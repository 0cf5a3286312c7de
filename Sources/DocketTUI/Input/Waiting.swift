import SwiftData

/// Keys that wait for the list: performs them when it has followed, drops them if it never does.
@MainActor
struct Waiting {
  private let screen: ListScreen

  init(_ screen: ListScreen) { self.screen = screen }

  /// Performs the queued events until one has to wait.
  func resume() {
    EventRouter(screen).resume()
    screen.items.settleCursor()
    screen.showInPanes()
    screen.terminal.setNeedsDisplay()
  }

  /// Puts the cursor on the first of some new items, in the list now or with its next change.
  ///
  /// - Parameter expectation: what keys wait for until then.
  ///
  /// - Parameter level: how deep the item stands then, if it is there already and moves.
  func selectFirst(
    of ids: [PersistentIdentifier], ending expectation: EventQueue.Expectation? = nil, atLevel level: Int? = nil
  ) {
    if let earlier = screen.items.wait(for: ids, ending: expectation, atLevel: level) { screen.input.end(earlier) }
    if let expectation { screen.input.noteSaved(expectation) }
    screen.items.follow()
  }

  /// Lets keys wait until items have left the list.
  func expectDeparture(of targets: ItemTargets) -> EventQueue.Expectation {
    guard targets.count > ItemList.maxSearched else {
      return screen.input.expectDeparture(of: targets.identifiers(), sample: nil)
    }
    return screen.input.expectDeparture(of: [], sample: screen.items.sample(of: targets))
  }

  /// Stops waiting for saved changes, for example because they were undone.
  func forgetSaved() {
    screen.items.stopAwaitingNewItems()
    screen.input.endSaved()
    screen.items.follow()
  }

  /// Drops the pending keys, and says which: their change failed, or is not shown.
  func drop() {
    if let dropped = screen.input.drop() { screen.notices.say("dropped: \(dropped)") }
  }

  /// Shows a line again whose save failed.
  func restore(_ failed: LinePrompt) {
    screen.leaving.stay()
    // Pending keys were not typed for this text.
    drop()
    screen.layers.restore(failed)
  }

  /// Ends the wait for a list that doesn't show what was saved; one that is being read gets more time.
  func endWaitForList() {
    guard screen.items.rows.isCurrent, screen.items.rows.shown.isComplete else { return screen.input.awaitList() }
    // On any other item the keys would do harm.
    drop()
    forgetSaved()
  }
}
