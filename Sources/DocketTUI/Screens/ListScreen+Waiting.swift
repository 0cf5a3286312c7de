import SwiftData

/// What keys that were typed ahead wait for.
extension ListScreen {
  /// The largest number of items that are looked for one by one.
  static let mostLookedFor = 100

  /// How long a move waits for what was asked for before it: typed in one go they belong together, and nobody sees so
  /// short a wait.
  private static let patienceOfMoves = Duration.milliseconds(50)

  /// Lets moves that follow at once wait too; later ones mean what is seen.
  func holdMoves() {
    movesTimer?.cancel()
    movesTimer = application?.clock.schedule(after: Self.patienceOfMoves) { [weak self] in
      guard let self else { return }
      movesTimer = nil
      resumeTypeAhead()
      noteSelection()
      application?.setNeedsDisplay()
    }
  }

  /// Lets keys wait for items to leave the list.
  func expectDeparture(of targets: ItemTargets) -> Int {
    holdMoves()
    guard targets.count > Self.mostLookedFor else {
      return typeAhead.expectDeparture(of: targets.identifiers(), sample: nil)
    }
    return typeAhead.expectDeparture(of: [], sample: sample(of: targets))
  }

  /// One of many: that under the cursor, or one that is easily found.
  private func sample(of targets: ItemTargets) -> PersistentIdentifier? {
    if let id = list.selectedID, targets.contains(id) { return id }
    switch targets.marking {
    case .these(let ids): return ids.first
    case .all: return list.selection.visible.map(rows.id(at:)).first(where: targets.contains)
    }
  }

  /// Notes that a change was saved that the list has to follow.
  ///
  /// Commits are told of together, so the list need never show it: nothing is waited for without an end.
  func noteSaved(_ number: Int) {
    typeAhead.noteSaved(number)
    giveUpLater()
  }

  private func giveUpLater() {
    waitingTimer?.cancel()
    waitingTimer = application?.clock.schedule(after: .seconds(2)) { [weak self] in self?.giveUp() }
  }

  private func giveUp() {
    guard typeAhead.awaitsList else { return }
    guard rows.isCurrent, rows.isComplete else { return giveUpLater() }
    // The keys were meant for what the list does not show: on anything else they would do harm.
    dropKeys()
    forgetSaved()
    application?.setNeedsDisplay()
  }

  /// Waits no longer for what was saved, as something else has been made of it since.
  func forgetSaved() {
    awaited = nil
    typeAhead.endSaved()
    rowsChanged()
  }

  /// Waits for nothing any more, as the list is another one.
  func forgetExpectations() {
    awaited = nil
    typeAhead.endAll()
  }

  /// Whether a move would end at a row that is the last one only until the others have been read.
  func reachesUnreadRows(_ motion: PaneMotion?) -> Bool {
    guard let motion, panes.focus == .list, rows.isCurrent, !rows.isComplete, rows.error == nil else { return false }
    let rowsBelow = rows.count - 1 - (list.selection.index ?? 0)
    return motion.rowsDown(ofHeight: list.selection.height) > rowsBelow
  }

  /// Waits no longer for items that have left the list.
  func noteDepartures() {
    let gone = typeAhead.leaving.filter { rows.index(of: $0, near: list.selection.index) == nil }
    typeAhead.endLeaving(gone)
  }
}
