import Dispatch
import DocketLocking
import Foundation
import Synchronization

/// Calls a closure on a queue after commits that affect a result.
///
/// Commits that arrive before the closure runs lead to one call.
final class CommitFollower: ChangeHub.Subscriber {
  private let store: SQLiteStore
  private let dependencies: ResultsDependencies
  private let queue: DispatchQueue
  private let body: @Sendable () -> Void
  private let isScheduled = Atomic<Bool>(false)

  init(
    _ store: SQLiteStore, _ dependencies: ResultsDependencies, on queue: DispatchQueue,
    _ body: @escaping @Sendable () -> Void
  ) {
    self.store = store
    self.dependencies = dependencies
    self.queue = queue
    self.body = body
  }

  /// Follows the commits of this process and of others from now on.
  ///
  /// The store's hub refers to the follower weakly, so somebody has to keep it.
  func start() {
    store.hub.subscribe(self)
    store.followOtherProcesses()
  }

  /// Ends the calls; may be called more than once.
  func stop() { store.hub.unsubscribe(ObjectIdentifier(self)) }

  func receive(_ changes: ModelChanges) {
    guard dependencies.areAffected(by: changes) else { return }
    guard !isScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    queue.async {
      FollowerThreads.beginJob()
      // The committing thread still has to report its outcome, perhaps on this processor.
      sched_yield()
      // Before the body reads: a commit that comes in between schedules another call.
      self.isScheduled.store(false, ordering: .sequentiallyConsistent)
      self.body()
    }
  }
}

/// Expensive work on a queue, throttled: however often it is requested, it takes at most a fifth of a processor.
// Sound as `@unchecked Sendable`: used on its queue only.
final class ThrottledWork: @unchecked Sendable {
  private let queue: DispatchQueue
  private let body: @Sendable () -> Void
  private var earliestStart = DispatchTime(uptimeNanoseconds: 0)
  /// Whether the work has been requested and waits for the end of the pause.
  private(set) var isPending = false

  /// The longest pause, in nanoseconds.
  private static let maxPause: UInt64 = 2_000_000_000

  init(on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
    self.queue = queue
    self.body = body
  }

  /// Does the work now, or when the pause after the last run is over; requests until then lead to one run.
  func request() {
    guard !isPending else { return }
    guard DispatchTime.now() < earliestStart else { return run() }
    isPending = true
    queue.asyncAfter(deadline: earliestStart) {
      self.isPending = false
      self.run()
    }
  }

  private func run() {
    FollowerThreads.beginJob()
    let start = Self.processorTime
    body()
    let pause = min(4 * (Self.processorTime - start), Self.maxPause)
    earliestStart = DispatchTime(uptimeNanoseconds: DispatchTime.now().uptimeNanoseconds + pause)
  }

  /// How long this thread has been running, in nanoseconds; waiting for a processor that others use does not count.
  private static var processorTime: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

/// Reads that another thread can end once nobody needs what they read.
final class InterruptibleReading: Sendable {
  private struct State {
    var connection: Connection?
    var isEnded = false
  }

  /// Thrown by a read that was to begin after the end.
  struct Ended: Error {}

  private let state = Lock(State())

  /// Runs a body that may be interrupted.
  ///
  /// - Throws: `Ended`, or an error of SQLite, if it was ended.
  func run<Result>(on connection: Connection, _ body: () throws -> Result) throws -> Result {
    try state.withLock { state in
      if state.isEnded { throw Ended() }
      state.connection = connection
    }
    // Before the connection is used by others, whom `end` must not interrupt.
    defer { state.withLock { $0.connection = nil } }
    return try body()
  }

  /// Interrupts the statement that runs, if one does; no further body runs.
  func end() {
    state.withLock { state in
      state.isEnded = true
      state.connection?.interrupt()
    }
  }
}
