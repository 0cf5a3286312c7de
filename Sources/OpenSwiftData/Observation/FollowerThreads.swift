import Dispatch
import Glibc
import Synchronization

/// The threads on which results and numbers follow commits.
///
/// After a commit several of them have work at once, and where they are more than the processors, the system divides
/// these evenly: the thread that draws the screen then waits as long as it runs. A program with a screen has them give
/// way to it. Handlers do not: they hold locks that others wait for.
package enum FollowerThreads {
  /// By how much they are nicer than the thread to which they give way: of a processor that both want they get a tenth.
  private static let distance: Int32 = 10
  private static let maxNiceness: Int32 = 19
  private static let thread = Int32(PRIO_PROCESS.rawValue)

  /// How nice they are to be; 0 for as nice as they were made.
  private static let niceness = Atomic<Int32>(0)
  /// Marks the threads that are so already.
  private static let nicer = ThreadLocal<Mark>()
  private final class Mark: Sendable {}
  private static let mark = Mark()

  /// Lets them have less of a processor than the calling thread, from their next job on and for good.
  package static func giveWayToThisThread() {
    niceness.store(min(maxNiceness, getpriority(thread, 0) + distance), ordering: .relaxed)
  }

  /// A serial queue for what follows commits.
  ///
  /// Dispatch lends its threads to queues of one class. No other queue of the library has this one, so that no handler
  /// gets a thread that was made nicer.
  ///
  /// - Parameter target: the queue that it takes turns with others on; nil for none.
  static func queue(_ label: String, target: DispatchQueue? = nil) -> DispatchQueue {
    DispatchQueue(label: label, qos: .default, target: target)
  }

  /// Notes that this thread begins a job.
  ///
  /// On Linux each thread has a niceness of its own, unlike POSIX says, and only a privileged process takes it back.
  ///
  /// Source: https://man7.org/linux/man-pages/man2/setpriority.2.html, “C library/kernel differences”
  static func beginJob() {
    let niceness = niceness.load(ordering: .relaxed)
    guard niceness > 0, nicer.current == nil else { return }
    nicer.keep(mark)
    setpriority(thread, 0, niceness)
  }
}
