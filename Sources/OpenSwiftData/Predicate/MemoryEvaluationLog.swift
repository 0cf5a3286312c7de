import Foundation

/// Says which predicates and orders SQL could not say, so that a slow fetch explains itself.
enum MemoryEvaluationLog {
  /// Receives the lines instead of standard error.
  @TaskLocal static var receiver: (@Sendable (String) -> Void)?

  private static let isOn = ProcessInfo.processInfo.environment["OPENSWIFTDATA_SQL"] == "1"

  static func note(_ line: @autoclosure () -> String) {
    if let receiver { return receiver(line()) }
    guard isOn else { return }
    FileHandle.standardError.write(Data("OpenSwiftData: \(line())\n".utf8))
  }
}
