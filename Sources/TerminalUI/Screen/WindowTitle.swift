/// The title of the window, put aside while a program has its own.
///
/// It is a constant of the program: nothing that a person or a file says gets into a sequence for the terminal.
///
/// Source: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html, XTWINOPS 22 and 23, and OSC 2
struct WindowTitle {
  /// Names of terminals that promise to keep titles that are put aside, by their beginnings.
  ///
  /// Some that call themselves so do not keep them; these show the program's title until they get another one.
  private static let keeping = [
    "xterm", "tmux", "foot", "alacritty", "ghostty", "wezterm", "contour", "mintty", "konsole", "vte",
  ]

  private let title: String
  /// Whether the terminal's own title has been put aside.
  private var isShown = false

  /// - Returns: nil if there is no title, or the terminal's name does not promise that it keeps its own meanwhile.
  init?(_ title: StaticString?, on terminal: String) {
    guard let title, Self.keeping.contains(where: { terminal.hasPrefix($0) }) else { return nil }
    self.title = "\(title)".filter { $0.isASCII && !$0.isNewline && ($0.asciiValue ?? 0) >= 0x20 }
  }

  /// Puts the terminal's title aside, unless that was done, and shows the program's.
  mutating func show() -> String {
    defer { isShown = true }
    return (isShown ? "" : "\u{1B}[22;2t") + "\u{1B}]2;\(title)\u{1B}\\"
  }

  /// Takes the terminal's title back.
  mutating func takeBack() -> String {
    defer { isShown = false }
    return isShown ? Self.restoring : ""
  }

  /// What takes it back.
  static let restoring = "\u{1B}[23;2t"
}
