import CDispatch
import COpenSwiftDataRuntime
import Glibc
import Synchronization

/// Tells whether a job that is enqueued on an executor may run at once, on the thread that enqueues it.
///
/// It may if all of these hold:
/// - It is the job of the task that asked for the executor last. A task that calls into an actor asks for the actor's
///   executor, and enqueues itself there next.
/// - The thread belongs to Swift's pool, and no task runs on it any more: the runtime has suspended the one that asked.
/// - The thread is on no executor: nobody's actor is kept from others.
///
/// Then only the pool's own loop is below the job on the thread, which holds no lock. A task that is started or resumed
/// is none of these: whoever does that may hold a lock. A new task is not the one that asked, since its maker asks for
/// it; nor is one that is resumed on the executor, since the answer is forgotten with the job that brought it there.
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
