import Dispatch
import Synchronization

/// Work that somebody waits for on another queue, and may give up.
final class QueueTurn: Sendable {
  /// Set by whoever comes first: the queue that begins, or the waiter that gives up.
  private let isDecided = Atomic<Bool>(false)
  private let end = DispatchSemaphore(value: 0)

  /// Runs the body, unless the waiter gave up.
  ///
  /// - Returns: whether it ran.
  func take(_ body: () -> Void) -> Bool {
    guard !isDecided.exchange(true, ordering: .acquiringAndReleasing) else { return false }
    body()
    end.signal()
    return true
  }

  /// - Returns: whether the body has run.
  func wait(atMost patience: DispatchTimeInterval) -> Bool { end.wait(timeout: .now() + patience) == .success }

  /// Gives up, or waits for the end if the body runs already.
  ///
  /// - Returns: whether it never runs.
  func giveUp() -> Bool {
    guard isDecided.exchange(true, ordering: .acquiringAndReleasing) else { return true }
    end.wait()
    return false
  }
}
