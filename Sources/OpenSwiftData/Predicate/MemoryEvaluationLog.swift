/// Says which predicates and orders SQL could not say, so that a slow fetch explains itself.
enum MemoryEvaluationLog {
  /// Receives the lines instead of the log of statements.
  @TaskLocal static var receiver: (@Sendable (String) -> Void)?

  static func note(_ line: @autoclosure () -> String) {
    if let receiver { receiver(line()) } else { SQLLog.note(line()) }
  }
}
