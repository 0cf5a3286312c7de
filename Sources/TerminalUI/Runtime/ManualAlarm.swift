/// An alarm that goes off when a test says so.
@MainActor
public final class ManualAlarm: Alarm {
  private var body: (@MainActor () -> Void)?

  /// Creates an alarm that is not set.
  public init() {}

  /// Whether it is set.
  public var isSet: Bool { body != nil }

  /// Sets the alarm.
  public func set(milliseconds: Int, _ body: @escaping @MainActor () -> Void) { self.body = body }

  /// Takes the alarm back.
  public func cancel() { body = nil }

  /// Lets it go off, if it is set.
  public func fire() {
    let body = body
    self.body = nil
    body?()
  }
}
