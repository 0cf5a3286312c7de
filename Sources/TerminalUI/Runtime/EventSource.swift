/// Where input and signals come from: ``TerminalSource``, or ``ScriptedSource`` in tests.
@MainActor
public protocol EventSource: AnyObject {
  /// Begins to deliver, on the main actor.
  func start(_ deliver: @escaping @MainActor (SourceEvent) -> Void)

  /// Reads, without waiting, the bytes that have come and were not delivered yet.
  func readWaiting() -> [UInt8]

  /// Waits until there is input or the main queue has jobs to run; for the program's main loop.
  ///
  /// - Returns: false at once if the source can't wait; then the run loop does.
  func waitForEvents() -> Bool

  /// Delivers the input that ``waitForEvents()`` has waited for.
  func deliverInput()

  /// Whether the main queue has jobs to run.
  var hasWaitingJobs: Bool { get }

  /// Stops delivering for good.
  func stop()

  /// Stops the process until it is continued, as the shell expects after Ctrl-Z.
  ///
  /// Returns when it has been continued and the events of the meantime have been delivered.
  func stopProcess()

  /// Whether the terminal is ours to use; false if a shell continued us in the background.
  var isInForeground: Bool { get }

  /// Leaves the input, and the keys that send signals, to another program.
  func suspend()

  /// Takes the input again; interrupts meant for the other program are dropped.
  func resume()
}

extension EventSource {
  /// Leaves it to the run loop.
  public func waitForEvents() -> Bool { false }

  /// Does nothing: all input is delivered on the main queue.
  public func deliverInput() {}

  /// True: the run loop finds out.
  public var hasWaitingJobs: Bool { true }
}

/// An event that a source delivers.
public enum SourceEvent: Hashable, Sendable {
  /// Bytes from the terminal.
  case bytes([UInt8])
  /// There will be no more bytes.
  case endOfInput
  /// A signal of this number came.
  case signal(Int32)
}
