/// A program that was started and has the terminal.
public protocol RunningChild: Sendable {
  /// Waits for its end; called once.
  func ending() async -> ChildEnding

  /// Sends it a signal, unless it has ended.
  func send(_ signal: Int32)
}
