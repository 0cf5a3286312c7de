/// A call that a ``ManualClock`` makes.
@MainActor
final class ManualTimer: EventTimer {
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
