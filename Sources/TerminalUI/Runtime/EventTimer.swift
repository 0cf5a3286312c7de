/// A call that is to come.
@MainActor
public protocol EventTimer: AnyObject {
  /// Takes the call back, if it has not come yet.
  func cancel()
}
