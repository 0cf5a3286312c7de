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

/// The machine's clock, with calls on the main queue; without any, nothing wakes up.
///
/// To set or cancel a timer of Dispatch wakes another thread, which may take the processor from a key that is being
/// handled. So calls share timers: one is set only if none fires before the call. That of a cancelled call fires once,
/// with nothing to do. Calls by wall time have timers of their own.
@MainActor
public final class DispatchClock: EventClock {
  /// The calls to be made, in any order; there are a few of them.
  private var calls: [ScheduledCall] = []
  /// When timers fire.
  private var alarms: [Duration] = []

  /// Creates a clock.
  public init() {}

  /// The time since the machine was booted.
  public var now: Duration { .nanoseconds(DispatchTime.now().uptimeNanoseconds) }

  /// Calls `body` on the main queue.
  public func schedule(after delay: Duration, _ body: @escaping @MainActor () -> Void) -> any EventTimer {
    let call = ScheduledCall(at: now + delay, body)
    calls.append(call)
    setAlarm()
    return call
  }

  /// Calls `body` on the main queue.
  public func schedule(
    afterWallTime delay: Duration, _ body: @escaping @MainActor () -> Void
  ) -> any EventTimer { DispatchEventTimer(afterWallTime: delay, body) }

  /// The number of timers that will fire, for tests.
  var alarmCount: Int { alarms.count }

  /// Sets a timer for the earliest call, unless one fires before it.
  private func setAlarm() {
    calls.removeAll(where: \.isOver)
    guard let time = calls.map(\.time).min(), !alarms.contains(where: { $0 <= time }) else { return }
    alarms.append(time)
    _ = DispatchEventTimer(after: time - now) { [weak self] in self?.ring(time) }
  }

  private func ring(_ alarm: Duration) {
    alarms.removeAll { $0 == alarm }
    let now = now
    let due = calls.filter { $0.time <= now }.sorted { $0.time < $1.time }
    calls.removeAll { $0.time <= now }
    for call in due { call.make() }
    setAlarm()
  }
}

/// A call of a ``DispatchClock``.
@MainActor
private final class ScheduledCall: EventTimer {
  let time: Duration
  /// Nil once it was made or cancelled.
  private var body: (@MainActor () -> Void)?

  init(at time: Duration, _ body: @escaping @MainActor () -> Void) { (self.time, self.body) = (time, body) }

  var isOver: Bool { body == nil }

  func make() {
    let body = body
    self.body = nil
    body?()
  }

  func cancel() { body = nil }
}

/// A timer on the main queue; it fires once.
@MainActor
private final class DispatchEventTimer: EventTimer {
  private var timer: (any DispatchSourceTimer)?

  init(after delay: Duration, _ body: @escaping @MainActor () -> Void) {
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now() + Self.interval(delay), leeway: .milliseconds(1))
    activate(timer, body)
  }

  init(afterWallTime delay: Duration, _ body: @escaping @MainActor () -> Void) {
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(wallDeadline: .now() + Self.interval(delay), leeway: .milliseconds(1))
    activate(timer, body)
  }

  private static func interval(_ delay: Duration) -> DispatchTimeInterval {
    .nanoseconds(max(0, Int(delay / .nanoseconds(1))))
  }

  private func activate(_ timer: any DispatchSourceTimer, _ body: @escaping @MainActor () -> Void) {
    self.timer = timer
    timer.setEventHandler {
      // Sound: the timer's queue is the main queue, which is the main actor's executor.
      MainActor.assumeIsolated {
        self.cancel()
        StallMeter.during("timer", body)
      }
    }
    timer.activate()
  }

  /// Cancels the timer, and breaks the cycle that keeps it alive until it fires.
  func cancel() {
    timer?.cancel()
    timer = nil
  }
}
