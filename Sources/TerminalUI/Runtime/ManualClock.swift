/// A clock that goes on when a test says so.
@MainActor
public final class ManualClock: EventClock {
  /// The time since the clock was made, as the test wants it.
  public private(set) var now = Duration.zero

  private var timers: [ManualTimer] = []

  /// Creates a clock.
  public init() {}

  /// The number of calls that are to come.
  public var pendingCount: Int { timers.count }

  /// Keeps `body` until the time has come.
  public func schedule(after delay: Duration, _ body: @escaping @MainActor () -> Void) -> any EventTimer {
    let timer = ManualTimer(clock: self, time: now + delay, body: body)
    timers.append(timer)
    return timer
  }

  /// Lets time pass, and makes the calls that are due, in their order.
  public func advance(by duration: Duration) {
    let end = now + duration
    while let next = timers.filter({ $0.time <= end }).min(by: { $0.time < $1.time }) {
      now = max(now, next.time)
      next.cancel()
      next.body()
    }
    now = end
  }

  func remove(_ timer: ManualTimer) { timers.removeAll { $0 === timer } }
}
