import Dispatch

/// The clock of the machine; there is a timer only while something waits to be saved.
struct DispatchAutosaveClock: AutosaveClock {
  /// How much later a save may come, so that the machine wakes up less often.
  private static let leeway = DispatchTimeInterval.milliseconds(50)

  private static let start = ContinuousClock.now

  var now: Duration { ContinuousClock.now - Self.start }

  func wake(
    after delay: Duration, on executor: ExecutorQueue, _ body: @escaping @Sendable () -> Void
  ) -> () -> Void {
    let timer = DispatchSource.makeTimerSource(queue: executor.queue)
    timer.setEventHandler { CurrentQueue.run(as: executor, body) }
    timer.schedule(deadline: .now() + (delay / .seconds(1)), leeway: Self.leeway)
    timer.activate()
    return timer.cancel
  }
}
