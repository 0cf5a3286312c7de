import CDispatch
import COpenSwiftDataRuntime
import Glibc
import Synchronization

/// Recognises the job of a task that changes to an executor from a thread of Swift's pool, on which it suspends just now.
///
/// Such a job may run where it is enqueued. The runtime has let go of the task, which runs on as soon as the executor
/// takes it; below it on the thread is only the pool's loop, so nobody's lock is held, and nobody's actor. It is no
/// other job: a new task may be made, and a continuation resumed, by somebody who holds a lock.
///
/// A task that calls into an actor asks for the actor's executor and enqueues itself there at once. So the last one that
/// asked is noted, and forgotten with the next job, whichever it is. A task that waits on the executor itself, for a
/// continuation, came there as a job; since then it can't have asked from elsewhere, and is not the one that is noted.
/// For a new task its maker asks.
///
/// Source: `swift_task_switch`, https://github.com/swiftlang/swift/blob/main/stdlib/public/Concurrency/Actor.cpp
struct ArrivingTask: ~Copyable, Sendable {
  /// The label of the queues that run the tasks of the pool, one for each priority.
  private static let poolLabel = "Swift global concurrent queue"

  /// The address of the task that asked last; 0 if it can't run on where it is.
  private let asking = Atomic<UInt>(0)

  /// Notes who asks for the executor.
  ///
  /// A task on an actor would keep that actor from others. One that was started on its maker's thread, by
  /// `Task.immediate`, is marked as being on an executor too. One with a preferred executor is to have its threads. One
  /// of low priority has threads that the system runs last, even if somebody waits for it, and would keep the store's lock
  /// as long.
  func noteQuestion() {
    let mayStay = openswiftdata_is_on_no_executor() && Task.basePriority.map { $0 >= .medium } ?? false
    let task = mayStay ? openswiftdata_task_without_preference() : nil
    asking.store(UInt(bitPattern: task), ordering: .relaxed)
  }

  /// Whether the job, which is being enqueued, is that of a task that suspends here.
  func isSuspendingHere(_ job: UnownedJob) -> Bool {
    // Sound: a job is a pointer, and only its address is looked at.
    let address = unsafe unsafeBitCast(job, to: UInt.self)
    guard asking.exchange(0, ordering: .relaxed) == address else { return false }
    // No task runs here any more: neither the one that suspends, nor one that made a job for another.
    return withUnsafeCurrentTask { $0 == nil } && openswiftdata_is_on_no_executor() && Self.isThreadOfPool
  }

  private static var isThreadOfPool: Bool {
    poolLabel.withCString { strcmp(dispatch_queue_get_label(nil), $0) == 0 }
  }
}
