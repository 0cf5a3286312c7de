/// What time it is, and what is to be done later; tests have their own.
@MainActor
public protocol EventClock: AnyObject {
  /// The time since some moment of the past; it never goes back.
  var now: Duration { get }

  /// Calls `body` once, after some time.
  ///
  /// - Returns: What takes it back.
  func schedule(after delay: Duration, _ body: @escaping @MainActor () -> Void) -> any EventTimer
}
