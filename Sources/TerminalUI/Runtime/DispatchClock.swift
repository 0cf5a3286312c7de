import Dispatch

/// The time of the machine, with calls on the main queue; while none is to come, nothing wakes up.
@MainActor
public final class DispatchClock: EventClock {
  /// Creates a clock.
  public init() {}

  /// The time since the machine was started.
  public var now: Duration { .nanoseconds(DispatchTime.now().uptimeNanoseconds) }

  /// Calls `body` on the main queue.
  public func schedule(after delay: Duration, _ body: @escaping @MainActor () -> Void) -> any EventTimer {
    DispatchEventTimer(after: delay, body)
  }
}
