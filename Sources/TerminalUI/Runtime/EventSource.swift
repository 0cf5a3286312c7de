/// Where input and signals come from; tests have their own.
@MainActor
public protocol EventSource: AnyObject {
  /// Begins to deliver, on the main actor.
  func start(_ deliver: @escaping @MainActor (SourceEvent) -> Void)

  /// Delivers nothing any more.
  func stop()

  /// Stops the process until it is continued, as the shell expects after Ctrl-Z; returns then.
  func stopProcess()
}
