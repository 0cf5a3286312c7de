import Dispatch
import Synchronization

/// Calls a body on a queue after commits that touch what somebody depends on, once for all that came meanwhile.
final class CommitFollower: ChangeHub.Subscriber {
  private let dependencies: ResultsDependencies
  private let queue: DispatchQueue
  private let body: @Sendable () -> Void
  private let isScheduled = Atomic<Bool>(false)

  init(_ dependencies: ResultsDependencies, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
    self.dependencies = dependencies
    self.queue = queue
    self.body = body
  }

  func receive(_ changes: ModelChanges) {
    guard dependencies.areTouched(by: changes) else { return }
    guard !isScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    queue.async {
      // Before the body reads: a commit that comes in between schedules another call.
      self.isScheduled.store(false, ordering: .sequentiallyConsistent)
      self.body()
    }
  }
}
