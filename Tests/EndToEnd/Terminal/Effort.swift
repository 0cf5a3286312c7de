import Foundation

/// How much the tests of the terminal do: little in each run, all of a promise's numbers when asked.
enum Effort {
  /// Whether the long forms run: `TERMINAL_TESTS=long`.
  static let isLong = ProcessInfo.processInfo.environment["TERMINAL_TESTS"] == "long"

  /// The one or the other.
  static func choose<Value>(_ short: Value, long: Value) -> Value { isLong ? long : short }

  /// A limit on time.
  ///
  /// The short forms run beside a thousand other tests on machines that may be busy. How busy, a plain program tells that
  /// does the same at the same time: the busier, the more is allowed beyond what is promised.
  ///
  /// - Parameter plain: how long the plain program took.
  static func limit(_ promised: Duration, beside plain: Duration) -> Duration {
    isLong ? promised : promised + plain * 20
  }
}

/// What a program that does next to nothing takes for what is measured of ours: the baseline of limits on time.
enum PlainProgram {
  /// How long it takes to end.
  ///
  /// - Parameter end: ends it.
  static func ending(_ end: (PseudoTerminal) async throws -> Void) async throws -> Duration {
    let terminal = try PseudoTerminal(["/bin/sh", "-c", "echo ready; exec cat"])
    try await terminal.waitFor("ready")
    try await end(terminal)
    return await terminal.ending().time
  }

  /// How long it takes from the moment when a text was sent until it has read it and says so.
  static func reading(_ text: String) async throws -> Duration {
    let count = text.utf8.count
    let terminal = try PseudoTerminal(["/bin/sh", "-c", "stty raw -echo; echo ready; head -c \(count) | wc -c"])
    try await terminal.waitFor("ready")
    try await terminal.send(text)
    let sent = ContinuousClock.now
    try await terminal.waitFor("\(count)")
    return ContinuousClock.now - sent
  }
}
