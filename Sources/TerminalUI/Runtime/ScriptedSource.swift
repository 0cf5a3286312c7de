/// Input and signals from a script, for tests.
@MainActor
public final class ScriptedSource: EventSource {
  private var deliver: (@MainActor (SourceEvent) -> Void)?
  /// How often the process would have been stopped.
  public private(set) var stopCount = 0
  /// Called in the place of stopping the process.
  public var onStop: (@MainActor () -> Void)?

  /// Set it to false to play a shell that continues the process in the background.
  public var isInForeground = true
  /// What has come and was not delivered yet, as while the program was stopped.
  public var waiting: [UInt8] = []
  /// Whether another program has the input.
  public private(set) var isLent = false

  /// Creates a source.
  public init() {}

  /// Keeps the receiver.
  public func start(_ deliver: @escaping @MainActor (SourceEvent) -> Void) { self.deliver = deliver }

  /// Takes what has come.
  public func readWaiting() -> [UInt8] {
    defer { waiting = [] }
    return waiting
  }

  /// Forgets the receiver.
  public func stop() { deliver = nil }

  /// Counts.
  public func stopProcess() {
    stopCount += 1
    onStop?()
  }

  /// Notes that another program has the input.
  public func lend() { isLent = true }

  /// Notes that the input is ours again.
  public func takeBack() { isLent = false }

  /// Delivers an event.
  public func send(_ event: SourceEvent) { deliver?(event) }

  /// Delivers what a terminal sends when this is typed; escape sequences are given as they are.
  public func type(_ text: String) { send(.bytes(Array(text.utf8))) }
}
