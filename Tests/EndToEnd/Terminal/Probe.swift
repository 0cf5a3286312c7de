import Foundation
import TerminalUI

/// The program that shows its events, and other programs to try in a terminal.
enum Probe {
  /// The binary, which the build puts beside the tests.
  static let binary = DocketProcess.builds.appendingPathComponent("TerminalUIProbe").path

  /// Starts it and waits for its first frame.
  static func start(
    _ arguments: String..., columns: Int = 60, rows: Int = 12, environment: [String: String] = [:],
    in directory: TemporaryDirectory? = nil
  ) async throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      [binary] + arguments, columns: columns, rows: rows, environment: environment, in: directory)
    try await terminal.waitFor("probe \(columns)x\(rows)")
    return terminal
  }

  /// Starts `docket` with everything in its list, and waits for its first frame.
  static func docket(
    _ arguments: String..., columns: Int = 60, rows: Int = 12, type: String = "xterm-256color",
    environment: [String: String] = [:], joinsClusters: Bool = false, ambiguousWidth: AmbiguousWidth = .narrow,
    in directory: TemporaryDirectory? = nil
  ) async throws -> PseudoTerminal {
    let directory = try directory ?? TemporaryDirectory()
    let command = DocketProcess(in: directory)
    let terminal = try PseudoTerminal(
      [DocketProcess.binary] + arguments + DocketProcess.everything, columns: columns, rows: rows, type: type,
      environment: command.environment.merging(environment) { $1 }, joinsClusters: joinsClusters,
      ambiguousWidth: ambiguousWidth, in: directory)
    try await terminal.waitFor("? help")
    return terminal
  }
}

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
      if terminal.unreadBytes >= 4000 { return }
    }
    throw ConditionTimeout(description: "the line is never full")
  }

}
