import Dispatch
import Foundation

/// Expensive work on a queue, paced: however often it is asked for, it takes at most a fifth of a processor.
// Sound as `@unchecked Sendable`: used on its queue only.
final class PacedWork: @unchecked Sendable {
  private let queue: DispatchQueue
  private let body: @Sendable () -> Void
  private var notBefore = DispatchTime(uptimeNanoseconds: 0)
  private(set) var isWaiting = false

  /// The longest pause, in nanoseconds.
  private static let longestPause: UInt64 = 2_000_000_000

  init(on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
    self.queue = queue
    self.body = body
  }

  /// Does the work, now or when the pause after the last time is over; requests until then are one.
  func request() {
    guard !isWaiting else { return }
    guard DispatchTime.now() < notBefore else { return run() }
    isWaiting = true
    queue.asyncAfter(deadline: notBefore) {
      self.isWaiting = false
      self.run()
    }
  }

  private func run() {
    let start = Self.processorTime
    body()
    let pause = min(4 * (Self.processorTime - start), Self.longestPause)
    notBefore = DispatchTime(uptimeNanoseconds: DispatchTime.now().uptimeNanoseconds + pause)
  }

  /// How long this thread has been running, in nanoseconds: waiting for a processor that others use is no work.
  private static var processorTime: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
