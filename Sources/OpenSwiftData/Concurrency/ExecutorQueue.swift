import CDispatch
import Dispatch
import Synchronization

/// A serial dispatch queue that can tell within a few nanoseconds whether the caller runs on it.
///
/// `DispatchSerialQueue`, which is an executor by itself elsewhere, does not exist on Linux.
final class ExecutorQueue: Sendable {
  /// The queue of the main actor, on whichever thread: with an asynchronous `main` it is not the first one.
  static let main = ExecutorQueue(.main)

  private static let mainKey = DispatchSpecificKey<Bool>()
  /// The queue whose work a thread does; `getSpecific` would take a lock.
  private static let ofThread = ThreadLocal<ExecutorQueue>()

  let queue: DispatchQueue
  private let isMain: Bool
  /// The address of the main queue's label, once it was seen; 0 before.
  private let mainLabel = Atomic<UInt>(0)
  /// Whether a wait for the queue timed out and the queue has not run a job since.
  private let isStuck = Atomic<Bool>(false)

  init(label: String) {
    queue = DispatchQueue(label: label, qos: .userInitiated)
    isMain = false
  }

  private init(_ queue: DispatchQueue) {
    self.queue = queue
    isMain = true
    queue.setSpecific(key: Self.mainKey, value: true)
  }

  var isCurrent: Bool { isMain ? isServedHere : Self.ofThread.isCurrent(self) }

  /// Whether the main queue runs on this thread.
  ///
  /// A queue-specific value would take a look-up under a lock. The label of the running queue is read from the thread,
  /// and that of the main queue never moves.
  ///
  /// Source: `dispatch_queue_get_label` with `DISPATCH_CURRENT_QUEUE_LABEL`,
  /// https://github.com/swiftlang/swift-corelibs-libdispatch/blob/main/dispatch/queue.h
  @inline(never)
  private var isServedHere: Bool {
    let label = dispatch_queue_get_label(nil)
    if mainLabel.load(ordering: .relaxed) == UInt(bitPattern: label) { return true }
    if let queue = Self.ofThread.current { return queue === self }
    // A queue whose target is the main queue has another label, and is looked up each time.
    guard DispatchQueue.getSpecific(key: Self.mainKey) == true else { return false }
    if String(cString: label) == queue.label { mainLabel.store(UInt(bitPattern: label), ordering: .relaxed) }
    return true
  }

  /// The queue that the caller runs on; nil if it is none of ours.
  static var current: ExecutorQueue? { ofThread.current ?? (main.isCurrent ? main : nil) }

  /// Does work of this queue, on a thread that the queue has for it.
  func perform(_ body: () -> Void) { Self.ofThread.run(as: self, body) }

  func async(_ body: @escaping @Sendable () -> Void) {
    queue.async { self.perform(body) }
  }

  func async(after delay: DispatchTimeInterval, _ body: @escaping @Sendable () -> Void) {
    queue.asyncAfter(deadline: .now() + delay) { self.perform(body) }
  }

  /// How long a caller outside the main actor waits.
  @TaskLocal static var timeout = DispatchTimeInterval.milliseconds(250)
  /// Shorter, because the main actor has frames to draw.
  private static let timeoutOnMain = DispatchTimeInterval.milliseconds(50)

  /// Runs the body here while the caller, who is elsewhere, waits.
  ///
  /// The queue may be waiting for the caller, so the wait times out; then nobody waits until the queue has run a job.
  ///
  /// - Returns: false if the body has not run; it never will then.
  func run(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard !isStuck.load(ordering: .acquiring) else { return false }
    let turn = QueueTurn()
    async {
      if !turn.take(body) { self.isStuck.store(false, ordering: .releasing) }
    }
    if turn.wait(atMost: Self.main.isCurrent ? Self.timeoutOnMain : Self.timeout) { return true }
    // Set first: the abandoned job clears the flag when it runs at last.
    isStuck.store(true, ordering: .releasing)
    if turn.giveUp() { return false }
    isStuck.store(false, ordering: .releasing)
    return true
  }
}

/// A job that a caller on another queue waits for, until a timeout.
private final class QueueTurn: Sendable {
  /// Set by the queue that begins or by the waiter that times out, whichever is first.
  private let isDecided = Atomic<Bool>(false)
  private let end = DispatchSemaphore(value: 0)

  /// - Returns: false if the waiter gave up, and the body did not run.
  func take(_ body: () -> Void) -> Bool {
    guard !isDecided.exchange(true, ordering: .acquiringAndReleasing) else { return false }
    body()
    end.signal()
    return true
  }

  /// - Returns: whether the body has run.
  func wait(atMost timeout: DispatchTimeInterval) -> Bool { end.wait(timeout: .now() + timeout) == .success }

  /// Gives up, or waits for the end if the body runs already.
  ///
  /// - Returns: whether it never runs.
  func giveUp() -> Bool {
    guard isDecided.exchange(true, ordering: .acquiringAndReleasing) else { return true }
    end.wait()
    return false
  }
}
