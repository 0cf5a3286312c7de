/// The byte sequences that enter and leave full-screen operation, besides what terminfo says.
enum TerminalModes {
  /// Bracketed paste on.
  static let enter = "\u{1B}[?2004h"
  /// Bracketed paste off.
  static let leave = "\u{1B}[?2004l"
  /// What a dying process writes, whatever modes were on: mouse and paste off, cursor visible, plain style, main
  /// screen.
  static let rescue =
    "\u{1B}[?1000l\u{1B}[?1002l\u{1B}[?1003l\u{1B}[?1006l\u{1B}[?1004l\u{1B}[?2004l\u{1B}[?1049l\u{1B}[0m\u{1B}[?25h\r"
}
