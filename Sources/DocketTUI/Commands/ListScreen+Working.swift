import TerminalUI

/// Work that takes long: shown in the footer, and ended by Escape.
extension ListScreen {
  /// What is shown in place of the footer.
  var longWork: LongWork? {
    guard overlay == nil, draft == nil, let work = actions.shownWork, work.bar != nil else { return nil }
    return work
  }

  /// Looks at it now and then, only while there is some.
  func followWork() {
    guard let work = actions.shownWork, let clock = application?.clock else {
      workTimer?.cancel()
      workTimer = nil
      // Nothing else tells of the end of what is no change.
      application?.setNeedsDisplay()
      return
    }
    work.update(clock.now)
    guard workTimer == nil else { return }
    workTimer = clock.schedule(after: LongWork.interval) { [weak self] in
      guard let self else { return }
      workTimer = nil
      followWork()
      if longWork != nil { application?.setNeedsDisplay() }
    }
  }

  /// Escape ends the work that is shown; nothing of a change is stored then.
  ///
  /// - Returns: whether the key was for it.
  func endsWork(_ key: Key) -> Bool { longWork?.handle(key) == true }
}
