import Dispatch

/// A timer on the main queue; it goes off once.
@MainActor
final class DispatchEventTimer: EventTimer {
  private var timer: (any DispatchSourceTimer)?

  init(after delay: Duration, _ body: @escaping @MainActor () -> Void) {
    let timer = DispatchSource.makeTimerSource(queue: .main)
    let nanoseconds = max(0, Int(delay / .nanoseconds(1)))
    timer.schedule(deadline: .now() + .nanoseconds(nanoseconds), leeway: .milliseconds(1))
    timer.setEventHandler {
      // Sound: the timer's queue is the main queue, which is the main actor's executor.
      MainActor.assumeIsolated {
        self.cancel()
        body()
      }
    }
    timer.activate()
    self.timer = timer
  }

  /// Breaks the cycle that keeps the timer alive until it has gone off.
  func cancel() {
    timer?.cancel()
    timer = nil
  }
}
