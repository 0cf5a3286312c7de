import Dispatch

/// An alarm on the main queue; while it is not set, nothing wakes up.
@MainActor
public final class DispatchAlarm: Alarm {
  private var timer: (any DispatchSourceTimer)?

  /// Creates an alarm that is not set.
  public init() {}

  /// Sets the alarm.
  public func set(milliseconds: Int, _ body: @escaping @MainActor () -> Void) {
    cancel()
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now() + .milliseconds(milliseconds), leeway: .milliseconds(1))
    timer.setEventHandler { [weak self] in
      // Sound: the timer's queue is the main queue, which is the main actor's executor.
      MainActor.assumeIsolated { self?.fire(body) }
    }
    timer.activate()
    self.timer = timer
  }

  /// Takes the alarm back.
  public func cancel() {
    timer?.cancel()
    timer = nil
  }

  private func fire(_ body: @MainActor () -> Void) {
    cancel()
    body()
  }
}
