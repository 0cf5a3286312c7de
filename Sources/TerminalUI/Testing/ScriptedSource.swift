/// A source of input and signals that a test sends.
@MainActor
public final class ScriptedSource: EventSource {
  private var deliver: (@MainActor (SourceEvent) -> Void)?
  /// How many times the process would have been stopped.
  public private(set) var stopCount = 0
  /// Called instead of stopping the process.
  public var onStop: (@MainActor () -> Void)?

  /// Set it to false to simulate a shell that continues the process in the background.
  public var isInForeground = true
  /// The bytes that have come and were not delivered yet, as while the program was stopped.
  public var waiting: [UInt8] = []
  /// Whether another program has the input.
  public private(set) var isSuspended = false

  /// Creates a source.
  public init() {}

  /// Begins to deliver the events that the test sends.
  public func start(_ deliver: @escaping @MainActor (SourceEvent) -> Void) { self.deliver = deliver }

  /// Returns and clears ``waiting``.
  public func readWaiting() -> [UInt8] {
    defer { waiting = [] }
    return waiting
  }

  /// Stops delivering.
  public func stop() { deliver = nil }

  /// Counts the call in ``stopCount``.
  public func stopProcess() {
    stopCount += 1
    onStop?()
  }

  /// Records that another program has the input.
  public func suspend() { isSuspended = true }

  /// Records that the input is ours again.
  public func resume() { isSuspended = false }

  /// Delivers an event.
  public func send(_ event: SourceEvent) { deliver?(event) }

  /// Delivers the bytes of a text, as if typed; escape sequences are given as they are.
  public func type(_ text: String) { send(.bytes(Array(text.utf8))) }
}
