import Synchronization

/// Lets a tracker report once, and not at all once it was cancelled; from any thread.
final class TrackerTicket: Sendable {
  private let isUnused = Atomic(true)

  /// Returns true the first time.
  func use() -> Bool { isUnused.exchange(false, ordering: .acquiringAndReleasing) }
}
