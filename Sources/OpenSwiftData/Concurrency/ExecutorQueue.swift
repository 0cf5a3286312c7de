import CDispatch
import Dispatch
import DocketLocking
import Foundation
import Synchronization

/// Runs jobs one at a time, in their order, and can tell within a few nanoseconds whether the caller is one of them.
///
/// `DispatchSerialQueue`, which is an executor by itself elsewhere, does not exist on Linux. Any other queue than the main
/// one keeps its jobs itself, because one of them may run on the thread that has it (`runHere`), without a queue of
/// Dispatch: to wake a thread takes 20 µs and more where a processor has to be woken for it.
final class ExecutorQueue: Sendable {
  /// The queue of the main actor, on whichever thread: with an asynchronous `main` it is not the first one.
  static let main = ExecutorQueue(label: DispatchQueue.main.label, isMain: true)

  private static let mainKey = DispatchSpecificKey<Bool>()
  /// The queue whose work a thread does; `getSpecific` would take a lock.
  private static let ofThread = ThreadLocal<ExecutorQueue>()

  private struct Line {
    var jobs: [@Sendable () -> Void] = []
    /// Whether a thread runs jobs, or will soon.
    var isServed = false
    /// Has the thread; made for the first job that needs one.
    var queue: DispatchQueue?
  }

  let label: String
  private let isMain: Bool
  /// Empty for the main queue.
  private let line = Lock(Line())
  /// The address of the main queue's label, once it was seen; 0 before.
  private let mainLabel = Atomic<UInt>(0)
  /// Whether a wait for the queue timed out and the queue has not run a job since.
  private let isStuck = Atomic<Bool>(false)

  convenience init(label: String) { self.init(label: label, isMain: false) }

  private init(label: String, isMain: Bool) {
    self.label = label
    self.isMain = isMain
    if isMain { DispatchQueue.main.setSpecific(key: Self.mainKey, value: true) }
  }

  var isCurrent: Bool { isMain ? isServedHere : Self.ofThread.isCurrent(self) }

  /// Whether the main queue runs on this thread.
  ///
  /// A queue-specific value would take a look-up under a lock. The label of the running queue is read from the thread,
  /// and that of the main queue never moves.
  ///
  /// Source: `dispatch_queue_get_label` with `DISPATCH_CURRENT_QUEUE_LABEL`,
  /// https://github.com/swiftlang/swift-corelibs-libdispatch/blob/main/dispatch/queue.h
  private var isServedHere: Bool {
    let label = dispatch_queue_get_label(nil)
    return mainLabel.load(ordering: .relaxed) == UInt(bitPattern: label) || isServedHere(underLabel: label)
  }

  // Not inlined, so that the check above, which each read of a property makes, stays small.
  @inline(never)
  private func isServedHere(underLabel label: UnsafePointer<CChar>) -> Bool {
    if let queue = Self.ofThread.current { return queue === self }
    // A queue whose target is the main queue has another label, and is looked up each time.
    guard DispatchQueue.getSpecific(key: Self.mainKey) == true else { return false }
    if String(cString: label) == self.label { mainLabel.store(UInt(bitPattern: label), ordering: .relaxed) }
    return true
  }

  /// The queue that the caller runs on; nil if it is none of ours.
  static var current: ExecutorQueue? { ofThread.current ?? (main.isCurrent ? main : nil) }

  // MARK: - Jobs

  /// Does work of this queue, on a thread that is the queue's meanwhile.
  private func perform(_ body: () -> Void) { Self.ofThread.run(as: self, body) }

  func async(_ body: @escaping @Sendable () -> Void) {
    guard !isMain else { return DispatchQueue.main.async { self.perform(body) } }
    let queue = line.withLock { line in
      line.jobs.append(body)
      return queueToServe(&line)
    }
    serve(on: queue)
  }

  func async(after delay: DispatchTimeInterval, _ body: @escaping @Sendable () -> Void) {
    clock.asyncAfter(deadline: .now() + delay) { self.wake(body) }
  }

  /// Runs the body once, after a while.
  ///
  /// - Returns: a closure that cancels it, unless it is waiting for its turn already.
  func timer(
    after seconds: Double, leeway: DispatchTimeInterval, _ body: @escaping @Sendable () -> Void
  ) -> () -> Void {
    let timer = DispatchSource.makeTimerSource(queue: clock)
    timer.setEventHandler { self.wake(body) }
    timer.schedule(deadline: .now() + seconds, leeway: leeway)
    timer.activate()
    return timer.cancel
  }

  /// Where timers run out.
  private var clock: DispatchQueue { isMain ? .main : Self.clock }
  /// A serial queue, which gets a thread though those of the global queues wait for something.
  private static let clock = DispatchQueue(label: "OpenSwiftData.timers", qos: .userInitiated)

  private func wake(_ body: @escaping @Sendable () -> Void) {
    if isMain { perform(body) } else { async(body) }
  }

  /// The queue that is to have a thread run the jobs; nil if one does, or there are none.
  private func queueToServe(_ line: inout Line) -> DispatchQueue? {
    guard !line.isServed, !line.jobs.isEmpty else { return nil }
    line.isServed = true
    let queue = line.queue ?? DispatchQueue(label: label, qos: .userInitiated)
    line.queue = queue
    return queue
  }

  /// Wakes a thread, which may take this one's processor at once: never under the lock, for which others would wait.
  private func serve(on queue: DispatchQueue?) { queue?.async { self.runJobs() } }

  private func runJobs() {
    while var jobs = takeJobs() {
      // Each is released before the next one runs.
      while let job = jobs.popLast() { perform(job) }
    }
  }

  /// The jobs that wait, the last one first; nil if there are none, and then nobody runs jobs any more.
  private func takeJobs() -> [@Sendable () -> Void]? {
    line.withLock { line in
      line.isServed = !line.jobs.isEmpty
      guard line.isServed else { return nil }
      defer { line.jobs.removeAll() }
      return line.jobs.reversed()
    }
  }

  // MARK: - On the caller's thread

  /// The queue that has a thread of Swift's pool.
  private static let guest = Lock<ExecutorQueue?>(nil)
  /// The pool has as many threads for each priority: one may wait for the disk or a lock, while others go on.
  private static let poolHasSeveralThreads = ProcessInfo.processInfo.activeProcessorCount > 1

  /// Runs a job here, on a thread of Swift's pool, unless a job runs or waits, or another queue has such a thread.
  ///
  /// - Parameter body: where the caller holds no lock and is on no actor: see `ArrivingTask`.
  /// - Returns: false if it has not run.
  func runHere(_ body: () -> Void) -> Bool {
    guard Self.poolHasSeveralThreads, Self.guest.withLock({ becomeGuest(&$0) }) else { return false }
    perform(body)
    // The task may have run on elsewhere, and released all other references to the queue.
    let queue = Self.guest.withLock { $0.take() }
    queue?.stopRunningHere()
    return true
  }

  private func becomeGuest(_ guest: inout ExecutorQueue?) -> Bool {
    guard guest == nil else { return false }
    let isIdle = line.withLock { line in
      defer { line.isServed = true }
      return !line.isServed
    }
    if isIdle { guest = self }
    return isIdle
  }

  private func stopRunningHere() {
    let queue = line.withLock { line in
      line.isServed = false
      return queueToServe(&line)
    }
    serve(on: queue)
  }

  // MARK: - While a caller waits

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
