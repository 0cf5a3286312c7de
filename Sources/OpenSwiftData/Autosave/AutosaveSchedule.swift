/// When a context saves by itself: a little after the last change, but not for ever after the first.
///
/// A value that knows the time only from what it is told; whoever owns it carries out what its methods return.
struct AutosaveSchedule {
  /// What is to be done.
  enum Action: Equatable {
    /// Call `wakeUp(at:)` after a while.
    case wake(after: Duration)
    /// Save now.
    case save
    /// The call that was asked for is needed no longer.
    case cancel
  }

  /// How long nothing must change before a save.
  static let delay = Duration.milliseconds(500)

  /// How long a change waits at most, when others keep coming.
  static let longestDelay = Duration.seconds(2)

  private var firstChange: Duration?
  private var lastChange = Duration.zero

  /// Notes a change; only one wake-up at a time is asked for.
  mutating func change(at now: Duration) -> Action? {
    lastChange = now
    guard firstChange == nil else { return nil }
    firstChange = now
    return .wake(after: Self.delay)
  }

  /// The time that was asked for has passed.
  mutating func wakeUp(at now: Duration) -> Action? {
    guard let firstChange else { return nil }
    let due = min(lastChange + Self.delay, firstChange + Self.longestDelay)
    guard now >= due else { return .wake(after: due - now) }
    self.firstChange = nil
    return .save
  }

  /// There is nothing to save any more.
  mutating func settle() -> Action? {
    guard firstChange != nil else { return nil }
    firstChange = nil
    return .cancel
  }
}
