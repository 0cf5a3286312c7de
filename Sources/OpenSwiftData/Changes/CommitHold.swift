import DocketLocking

/// Holds back what a task's commit wakes up, until the task has sent its outcome to the main actor.
///
/// A thread that is woken may take the processor from the one that woke it. The main actor would merge the commit and draw
/// a frame then, while the task waits to send its outcome, which takes another frame. With a hold the main actor is woken
/// once: it merges, and has the outcome.
///
/// Only the first commit is held; one that follows wakes everything up as usual, for the first one as well. When the hold is
/// released by all who refer to it, nothing is held any more.
package final class CommitHold: Sendable {
  /// The hold of this task.
  @TaskLocal package static var current: CommitHold?

  private struct State {
    var isOfFirstCommit = false
    var hadCommit = false
    var contexts: [ContextLink] = []
    var announcements: [@Sendable () -> Void] = []
  }

  private let state = Lock(State())

  package init() {}

  deinit { wakeAll() }

  /// Merges what is held into the contexts of the main actor; call it where the outcome has arrived.
  @MainActor package func merge() {
    for context in takeContexts() { context.mergeCommits() }
  }

  /// Has results follow; call it once the outcome is on its way, so that they do not delay it.
  package func release() {
    for announce in takeAnnouncements() { announce() }
  }

  // MARK: - What is held

  /// Notes that a commit is about to be announced.
  func beginCommit() {
    let isFirst = state.withLock { state in
      state.isOfFirstCommit = !state.hadCommit
      state.hadCommit = true
      return state.isOfFirstCommit
    }
    if !isFirst { wakeAll() }
  }

  /// - Returns: whether the context need not be woken.
  func hold(_ context: ContextLink) -> Bool {
    state.withLock { state in
      if state.isOfFirstCommit { state.contexts.append(context) }
      return state.isOfFirstCommit
    }
  }

  /// - Parameter announce: announces the commit to what is no context.
  /// - Returns: whether that is done later.
  func hold(_ announce: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      if state.isOfFirstCommit { state.announcements.append(announce) }
      return state.isOfFirstCommit
    }
  }

  private func wakeAll() {
    for context in takeContexts() { context.schedule { context.mergeCommits() } }
    release()
  }

  private func takeContexts() -> [ContextLink] {
    state.withLock { state in
      defer { state.contexts = [] }
      return state.contexts
    }
  }

  private func takeAnnouncements() -> [@Sendable () -> Void] {
    state.withLock { state in
      defer { state.announcements = [] }
      return state.announcements
    }
  }
}
