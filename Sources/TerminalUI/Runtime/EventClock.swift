import Dispatch
import DocketLocking

/// Tells the time and calls later: ``DispatchClock``, or ``ManualClock`` in tests.
@MainActor
public protocol EventClock: AnyObject {
  /// The time since some past moment; it never goes back.
  var now: Duration { get }

  /// Calls `body` once, after a delay.
  ///
  /// - Returns: A timer that can be cancelled.
  func schedule(after delay: Duration, _ body: @escaping @MainActor () -> Void) -> any EventTimer

  /// Calls `body` once, when the clock on the wall has gone on by a delay: the time that the machine slept counts too.
  ///
  /// - Returns: A timer that can be cancelled.
  func schedule(afterWallTime delay: Duration, _ body: @escaping @MainActor () -> Void) -> any EventTimer
}

extension EventClock {
  /// Calls `body` once, after a delay.
  public func schedule(
    afterWallTime delay: Duration, _ body: @escaping @MainActor () -> Void
  ) -> any EventTimer { schedule(after: delay, body) }
}

/// A scheduled call.
@MainActor
public protocol EventTimer: AnyObject {
  /// Cancels the call, if it was not made yet.
  func cancel()
}

/// The machine's clock, with calls on the main queue; while none is scheduled, nothing wakes up.
@MainActor
public final class DispatchClock: EventClock {
  /// Creates a clock.
  public init() {}

  /// The time since the machine was booted.
  public var now: Duration { .nanoseconds(DispatchTime.now().uptimeNanoseconds) }

  /// Calls `body` on the main queue.
  public func schedule(after delay: Duration, _ body: @escaping @MainActor () -> Void) -> any EventTimer {
    DispatchEventTimer(after: delay, isWallTime: false, body)
  }

  /// Calls `body` on the main queue.
  public func schedule(
    afterWallTime delay: Duration, _ body: @escaping @MainActor () -> Void
  ) -> any EventTimer { DispatchEventTimer(after: delay, isWallTime: true, body) }
}

/// A timer on the main queue; it fires once.
@MainActor
private final class DispatchEventTimer: EventTimer {
  private var timer: (any DispatchSourceTimer)?

  init(after delay: Duration, isWallTime: Bool, _ body: @escaping @MainActor () -> Void) {
    let timer = DispatchSource.makeTimerSource(queue: .main)
    let time = DispatchTimeInterval.nanoseconds(max(0, Int(delay / .nanoseconds(1))))
    if isWallTime {
      timer.schedule(wallDeadline: .now() + time, leeway: .milliseconds(1))
    } else {
      timer.schedule(deadline: .now() + time, leeway: .milliseconds(1))
    }
    timer.setEventHandler {
      // Sound: the timer's queue is the main queue, which is the main actor's executor.
      MainActor.assumeIsolated {
        self.cancel()
        StallMeter.during("timer", body)
      }
    }
    timer.activate()
    self.timer = timer
  }

  /// Cancels the timer, and breaks the cycle that keeps it alive until it fires.
  func cancel() {
    timer?.cancel()
    timer = nil
  }
}
