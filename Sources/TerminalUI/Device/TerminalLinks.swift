/// Whether the links of a program are links of the terminal.
public enum LinkRule: Hashable, Sendable {
  /// On terminals that are known to show them, by their environment; nothing is asked of the terminal.
  case automatic
  /// On every terminal. One that does not know them may show the addresses, or worse.
  case always
  /// On none.
  case never

  /// Whether links are sent to the terminal of an environment.
  func applies(in environment: [String: String]) -> Bool {
    switch self {
    case .automatic: TerminalLinks.areKnown(in: environment)
    case .always: true
    case .never: false
    }
  }
}

/// The terminals that know links.
///
/// Terminfo has no word for it. Variables of a terminal may also be found in another one that was started in it; so they
/// count only with a name of the kind that such terminals have.
///
/// Source: https://github.com/Alhadis/OSC8-Adoption
enum TerminalLinks {
  /// Prefixes of `TERM`, each of terminals that all know links.
  private static let names = [
    "xterm-kitty", "xterm-ghostty", "ghostty", "foot", "alacritty", "wezterm", "contour", "rio",
  ]
  /// Prefixes of `TERM` that terminals use whether they know links or not.
  private static let commonNames = ["xterm", "vte", "gnome", "konsole", "iterm", "iTerm", "mintty"]
  /// The programs of `TERM_PROGRAM`.
  private static let programs = ["iTerm.app", "WezTerm", "vscode", "ghostty", "mintty", "Hyper", "rio"]
  /// Variables that a terminal has only if it knows links.
  private static let variables = ["WT_SESSION", "KITTY_WINDOW_ID", "ALACRITTY_WINDOW_ID"]
  /// Variables with the oldest versions that know links; VTE's 0.50.0 crashed on them.
  private static let versions = [("VTE_VERSION", 5001), ("KONSOLE_VERSION", 201_203)]

  static func areKnown(in environment: [String: String]) -> Bool {
    let name = environment["TERM", default: ""]
    let program = environment["TERM_PROGRAM", default: ""]
    let isNamed = names.contains { name.hasPrefix($0) }
    let isCommon = commonNames.contains { name.hasPrefix($0) }
    if program == "tmux" || name.hasPrefix("tmux") {
      let isKnown = isNamed || isCommon || name.hasPrefix("tmux")
      return isKnown && program == "tmux" && isTmuxRecent(environment["TERM_PROGRAM_VERSION", default: ""])
    }
    return isNamed || isCommon && isKnown(program, environment)
  }

  private static func isKnown(_ program: String, _ environment: [String: String]) -> Bool {
    programs.contains(program) || variables.contains { !environment[$0, default: ""].isEmpty }
      || versions.contains { variable, oldest in environment[variable].flatMap { Int($0) } ?? 0 >= oldest }
  }

  /// Whether a version of tmux, such as `3.4`, `3.5a` or `next-3.6`, is at least 3.4.
  private static func isTmuxRecent(_ version: String) -> Bool {
    let numbers = version.split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) }
    guard numbers.count >= 2 else { return false }
    return (numbers[0], numbers[1]) >= (3, 4)
  }
}

/// The sequences that begin and end a link (OSC 8).
///
/// They are the only ones that hold text of others as it is; so that text has to be a ``LinkTarget``.
///
/// Source: https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda
enum LinkSequence {
  /// Begins a link; parts of it in several rows have the same number, by which terminals highlight them together.
  static func opening(_ target: LinkTarget, number: UInt32) -> [UInt8] {
    Array("\u{1B}]8;id=\(number);\(target.description)\u{1B}\\".utf8)
  }

  /// Ends a link.
  static let closing = "\u{1B}]8;;\u{1B}\\"
}
