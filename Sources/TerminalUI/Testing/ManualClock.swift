/// A clock whose time passes when a test says so.
@MainActor
public final class ManualClock: EventClock {
  /// The time that has passed by ``advance(by:)``.
  public private(set) var now = Duration.zero

  private var timers: [ManualTimer] = []

  /// Creates a clock.
  public init() {}

  /// The number of scheduled calls.
  public var pendingCount: Int { timers.count }

  /// Keeps `body` until its time has come.
  public func schedule(after delay: Duration, _ body: @escaping @MainActor () -> Void) -> any EventTimer {
    let timer = ManualTimer(clock: self, time: now + delay, body: body)
    timers.append(timer)
    return timer
  }

  /// Lets time pass, and makes the calls that are due, in order.
  public func advance(by duration: Duration) {
    let end = now + duration
    while let next = timers.filter({ $0.time <= end }).min(by: { $0.time < $1.time }) {
      now = max(now, next.time)
      next.cancel()
      next.body()
    }
    now = end
  }

  fileprivate func remove(_ timer: ManualTimer) { timers.removeAll { $0 === timer } }
}

/// A call that a ``ManualClock`` makes.
@MainActor
private final class ManualTimer: EventTimer {
  let time: Duration
  let body: @MainActor () -> Void
  private weak var clock: ManualClock?

  init(clock: ManualClock, time: Duration, body: @escaping @MainActor () -> Void) {
    self.clock = clock
    self.time = time
    self.body = body
  }

  func cancel() { clock?.remove(self) }
}
