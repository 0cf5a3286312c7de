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
