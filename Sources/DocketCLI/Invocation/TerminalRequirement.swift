import Foundation

/// What the full-screen list needs before it may write its first byte.
enum TerminalRequirement {
  /// - Throws: `Failure` with the status 78; nothing was written to standard output.
  static func check() throws {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      throw Failure.terminal("standard input and output must be a terminal")
    }
    switch try EnvironmentValue.read("TERM") {
    case nil, "": throw Failure.terminal("the kind of terminal is not known", variable: "TERM")
    case "dumb": throw Failure.terminal("the terminal “dumb” cannot show a full screen", variable: "TERM")
    default: break
    }
  }
}
