import DocketLocking

/// Holds back what a task's commit wakes up, until the task has sent its outcome to the main actor.
///
/// A thread that is woken may take the processor from the one that woke it. The main actor would merge the commit and draw
/// a frame then, while the task waits to send its outcome, which takes another frame. With a hold the main actor is woken
/// once: it merges, and has the outcome.
///
/// Only the first commit is held, and only until ``merge()`` or ``announce()``: a later one wakes everything up as usual,
/// for the first one as well. What is still held when the hold is deallocated is announced then.
package final class CommitHold: Sendable {
  /// The hold of this task.
  @TaskLocal package static var current: CommitHold?

  private enum Phase {
    /// Nothing was committed yet.
    case waiting
    case holding
    /// What is held stays so until it is taken; nothing more is.
    case ended
  }

  private struct State {
    var phase = Phase.waiting
    /// Contexts of the main actor that have something to merge.
    var contexts: [ContextLink] = []
    /// Announce the commit to all that are no contexts.
    var announcements: [@Sendable () -> Void] = []
  }

  private let state = Lock(State())

  package init() {}

  deinit { end() }

  /// Merges what is held into the contexts of the main actor; call it where the outcome has arrived.
  @MainActor package func merge() {
    for context in takeContexts() { context.mergeCommits() }
  }

  /// Has results follow; call it once the outcome is on its way, so that they do not delay it.
  package func announce() {
    for announcement in takeAnnouncements() { announcement() }
  }

  /// Announces to everybody what is held; call it before work that follows the commit and takes time.
  package func end() {
    for context in takeContexts() { context.schedule { context.mergeCommits() } }
    announce()
  }

  // MARK: - What is held

  /// Notes that a commit is about to be announced.
  func beginCommit() {
    let isFirst = state.withLock { state in
      defer { state.phase = state.phase == .waiting ? .holding : .ended }
      return state.phase == .waiting
    }
    if !isFirst { end() }
  }

  /// Holds the merging of a commit into a context back, if it is still time for that.
  func holdMerge(of context: ContextLink) -> Bool {
    state.withLock { state in
      if state.phase == .holding { state.contexts.append(context) }
      return state.phase == .holding
    }
  }

  /// Holds an announcement back, if it is still time for that.
  func holdAnnouncement(_ announcement: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      if state.phase == .holding { state.announcements.append(announcement) }
      return state.phase == .holding
    }
  }

  private func takeContexts() -> [ContextLink] {
    state.withLock { state in
      defer { (state.phase, state.contexts) = (.ended, []) }
      return state.contexts
    }
  }

  private func takeAnnouncements() -> [@Sendable () -> Void] {
    state.withLock { state in
      defer { (state.phase, state.announcements) = (.ended, []) }
      return state.announcements
    }
  }
}
