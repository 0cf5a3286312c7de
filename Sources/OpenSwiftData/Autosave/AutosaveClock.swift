/// What tells a context the time and wakes it for an autosave.
protocol AutosaveClock {
  /// The time that passed since some moment.
  var now: Duration { get }

  /// Runs the body once, on an executor, after a while.
  ///
  /// - Returns: what prevents it.
  func wake(
    after delay: Duration, on executor: ExecutorQueue, _ body: @escaping @Sendable () -> Void
  ) -> () -> Void
}
