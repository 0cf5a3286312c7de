/// Where input and signals come from; tests have their own.
@MainActor
public protocol EventSource: AnyObject {
  /// Begins to deliver, on the main actor.
  func start(_ deliver: @escaping @MainActor (SourceEvent) -> Void)

  /// Reads, without waiting, what has come and was not delivered yet.
  func readWaiting() -> [UInt8]

  /// Delivers nothing any more.
  func stop()

  /// Stops the process until it is continued, as the shell expects after Ctrl-Z.
  ///
  /// Returns when it has been continued and what came meanwhile has been delivered.
  func stopProcess()

  /// Whether the terminal is ours to use; false where a shell continued us in the background.
  var isInForeground: Bool { get }

  /// Leaves the input, and the keys that mean signals, to another program.
  func lend()

  /// Takes the input again; the interrupts meant for the other program are forgotten.
  func takeBack()
}
