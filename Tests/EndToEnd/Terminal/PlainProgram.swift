import Foundation

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
