/// Calls once, a little later; tests have their own.
@MainActor
public protocol Alarm: AnyObject {
  /// Calls `body` after some milliseconds, in the place of what was set before.
  func set(milliseconds: Int, _ body: @escaping @MainActor () -> Void)

  /// Calls nothing.
  func cancel()
}
