import DocketConfiguration
import TerminalUI

extension ListScreen {
  /// Takes a key, or lets it wait for the item it is meant for.
  func handle(_ key: Key) {
    guard !editor.isOpen else { return }
    if endsWork(key) { return }
    // What waited for its time only to wait for its item is given up by these.
    if isSequenceOver, [Key(.escape), "^c", "^z"].contains(key) { forgetSequence() }
    guard mustWait(key) else { return act(on: key) }
    typeAhead.append(key)
  }

  /// Acts on the keys that waited, as far as they need not wait on.
  func resumeTypeAhead() {
    guard endSequence() else { return }
    while let key = typeAhead.next() {
      guard !needsSettledSelection(key) else { return typeAhead.putBack(key) }
      act(on: key)
    }
  }

  private func mustWait(_ key: Key) -> Bool {
    guard key != "^c", key != "^z" else { return false }
    return isSequenceOver || typeAhead.isWaiting || needsSettledSelection(key)
  }

  /// Whether a key gives a command on an item that is not settled yet.
  private func needsSettledSelection(_ key: Key) -> Bool {
    guard overlay == nil, draft == nil else { return false }
    var sequence = sequence
    return needsSettledSelection(sequence.press(key))
  }

  private func needsSettledSelection(_ steps: [KeySequence<Command>.Action]) -> Bool {
    let isUnsettled = typeAhead.mustWait(selected: list.selectedID) || !rows.isCurrent
    let isMoveUnsettled = movesTimer != nil && isUnsettled
    return steps.contains { action in
      guard case .perform(let command) = action else {
        guard case .pass(let key) = action, panes.focus == .list, key != Key(.escape) else { return false }
        return isMoveUnsettled || reachesUnreadRows(PaneMotion(key))
      }
      if command.movesCursor, isMoveUnsettled { return true }
      if reachesUnreadRows(command == .select ? .rows(1) : PaneMotion(command)) { return true }
      return command.actsOnItems && isUnsettled || mustHaveAllRows(command) || isBeingSaved(command)
    }
  }

  /// Whether a command is about rows that are still being read.
  private func mustHaveAllRows(_ command: Command) -> Bool {
    guard [.selectAll, .nextMatch, .previousMatch].contains(command), whyDisabled(command) == nil else { return false }
    // What can't be read is not waited for.
    return rows.error == nil && !(rows.isCurrent && rows.isComplete)
  }

  /// Whether a command begins with what an item says, which will be another thing once it is saved.
  private func isBeingSaved(_ command: Command) -> Bool {
    guard [.edit, .editWhole].contains(command), let id = targets.only else { return false }
    return actions.mayChange(id)
  }

  private func act(on key: Key) {
    if draft == nil || key == Key(.escape) { actions.dismissFailure() }
    switch key {
    // In what is open over the list it is Escape: nothing typed is lost by it.
    case "^c" where overlay?.isQuestion == true: handleInOverlay { $0.handle(Key(.escape)) }
    case "^c" where overlay != nil: overlay = nil
    case "^c" where draft != nil: edit(Key(.escape))
    case "^z" where overlay != nil || draft != nil: perform(.suspend)
    default:
      if overlay != nil { return handleInOverlay { $0.handle(key) } }
      if draft != nil { return edit(key) }
      follow(sequence.press(key))
    }
  }

  private func follow(_ steps: [KeySequence<Command>.Action]) {
    sequenceTimer?.cancel()
    sequenceTimer = nil
    for step in steps {
      switch step {
      case .perform(let command): perform(command)
      case .pass(Key(.escape)): takeBack()
      case .pass(let key): if panes.focus == .list { _ = list.handle(key) }
      case .reject(let keys): refuse("\(keys.map(\.description).joined(separator: " ")) does nothing")
      case .wait: break
      case .waitBriefly: endSequenceSoon()
      }
    }
  }

  /// A command whose keys begin those of another one waits a moment for the other one's.
  private func endSequenceSoon() {
    sequenceTimer = application?.clock.schedule(after: .milliseconds(700)) { [weak self] in
      guard let self else { return }
      isSequenceOver = true
      resumeTypeAhead()
      application?.setNeedsDisplay()
    }
  }

  /// Carries out the command whose time is over, once its item is settled.
  ///
  /// - Returns: whether nothing waits any more.
  private func endSequence() -> Bool {
    guard isSequenceOver else { return true }
    var ended = sequence
    guard !needsSettledSelection(ended.timeOut()) else { return false }
    isSequenceOver = false
    follow(sequence.timeOut())
    return true
  }

  private func forgetSequence() {
    isSequenceOver = false
    sequence.cancel()
  }

  /// Drops keys that wait: what they were meant for did not come about.
  func dropKeys() {
    typeAhead.drop()
    if isSequenceOver { forgetSequence() }
  }

  /// Escape in the list: no selection any more, then no search.
  private func takeBack() {
    dismissToast()
    if leavePane() { return }
    if list.markedCount > 0 { return list.unmarkAll() }
    if !listing.search.isEmpty { clearSearch() }
  }
}
