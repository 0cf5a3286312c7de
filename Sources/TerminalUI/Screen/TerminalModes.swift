/// The byte sequences that enter and leave full-screen operation, besides what terminfo says.
///
/// Source: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html
enum TerminalModes {
  private static let paste = ["2004"]
  /// Buttons, drags, and reports in decimal numbers, which have no largest column.
  private static let mouse = ["1000", "1002", "1006"]
  private static let focus = ["1004"]

  /// Turns on what a program uses: bracketed paste, and the features.
  static func enter(_ features: TerminalFeatures) -> String { modes(of: features).map { "\u{1B}[?\($0)h" }.joined() }

  /// Turns off what ``enter(_:)`` turned on.
  static func leave(_ features: TerminalFeatures) -> String {
    modes(of: features).reversed().map { "\u{1B}[?\($0)l" }.joined()
  }

  /// Frames shorter than this come at once anyway.
  static let shortestSynchronizedFrame = 256

  /// A frame between the marks that keep a terminal from showing half of it.
  ///
  /// Source: https://gist.github.com/christianparpart/d8a62cc1ab659194337d73e399004036
  static func synchronized(_ frame: [UInt8]) -> [UInt8] {
    guard frame.count >= shortestSynchronizedFrame else { return frame }
    return Array("\u{1B}[?2026h".utf8) + frame + Array("\u{1B}[?2026l".utf8)
  }

  /// Terminals that know those marks, though their description need not say so.
  private static let synchronizing = [
    "foot", "alacritty", "xterm-kitty", "xterm-ghostty", "wezterm", "contour", "mintty",
  ]

  /// Whether a terminal of this name is known to understand ``synchronized(_:)``.
  static func synchronizes(_ terminal: String) -> Bool { synchronizing.contains { terminal.hasPrefix($0) } }

  /// Undoes what a program may have left behind that had the terminal meanwhile, and perhaps crashed.
  static let reset =
    ["1000", "1002", "1003", "1006", "1004", "2004", "2026"].map { "\u{1B}[?\($0)l" }.joined()
    + "\u{1B}[0m\u{1B}(B\u{F}\u{1B}[?25h"

  /// What a dying process writes, whatever modes were on: they are off, the cursor is visible, the style plain, and it
  /// is the main screen with all of it scrolling.
  static let rescue = reset + "\u{1B}[r\u{1B}[?1049l\r"

  private static func modes(of features: TerminalFeatures) -> [String] {
    paste + (features.contains(.mouse) ? mouse : []) + (features.contains(.focus) ? focus : [])
  }
}
