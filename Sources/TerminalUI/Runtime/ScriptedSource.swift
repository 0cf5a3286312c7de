/// Input and signals from a script, for tests.
@MainActor
public final class ScriptedSource: EventSource {
  private var deliver: (@MainActor (SourceEvent) -> Void)?
  /// How often the process would have been stopped.
  public private(set) var stopCount = 0
  /// Called in the place of stopping the process.
  public var onStop: (@MainActor () -> Void)?

  /// Creates a source.
  public init() {}

  /// Keeps the receiver.
  public func start(_ deliver: @escaping @MainActor (SourceEvent) -> Void) { self.deliver = deliver }

  /// Forgets the receiver.
  public func stop() { deliver = nil }

  /// Counts.
  public func stopProcess() {
    stopCount += 1
    onStop?()
  }

  /// Delivers an event.
  public func send(_ event: SourceEvent) { deliver?(event) }

  /// Delivers what a terminal sends when this is typed; escape sequences are given as they are.
  public func type(_ text: String) { send(.bytes(Array(text.utf8))) }
}
