import Foundation

/// A terminal that takes no more.
enum StalledTerminal {
  /// Stops to read, and makes the program draw until the line is full.
  ///
  /// The line holds a few kilobytes; each size asks for a whole frame.
  static func fill(_ terminal: PseudoTerminal) async throws {
    terminal.stall()
    for step in 0..<200 {
      terminal.resize(columns: 100 + step % 2, rows: 40)
      try await Task.sleep(for: .milliseconds(1))
      if isFull(terminal) { return }
    }
    throw ConditionTimeout(description: "the line is never full")
  }

  /// Whether what waits to be read has not grown for a moment.
  private static func isFull(_ terminal: PseudoTerminal) -> Bool {
    var count: Int32 = 0
    _ = ioctl(terminal.master, UInt(FIONREAD), &count)
    return count >= 4000
  }
}
