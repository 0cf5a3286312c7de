import Dispatch

/// Runs an actor on a serial dispatch queue: libpq blocks, and a blocked thread of Swift's own pool is one too few for all.
///
/// A blocked thread of a dispatch queue is replaced by another one.
final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
