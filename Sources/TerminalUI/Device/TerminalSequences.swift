import Foundation

/// The reports that a program can ask of its terminal.
public struct TerminalFeatures: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Reports of the mouse: presses, releases, drags, the wheel.
  ///
  /// Selecting text with the mouse then needs Shift.
  public static let mouse = TerminalFeatures(rawValue: 1)
  /// Reports of the window's focus.
  public static let focus = TerminalFeatures(rawValue: 2)
}

/// The byte sequences that enter and leave full-screen operation, besides what terminfo says.
///
/// Source: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html
enum TerminalModes {
  /// Bracketed paste.
  private static let paste = ["2004"]
  /// Buttons, drags, and reports in decimal numbers, which have no largest column.
  private static let mouse = ["1000", "1002", "1006"]
  private static let focus = ["1004"]

  /// Turns on bracketed paste and the features.
  static func enter(_ features: TerminalFeatures) -> String { modes(of: features).map { "\u{1B}[?\($0)h" }.joined() }

  /// Turns off what ``enter(_:)`` turned on.
  static func leave(_ features: TerminalFeatures) -> String {
    modes(of: features).reversed().map { "\u{1B}[?\($0)l" }.joined()
  }

  /// Shorter frames arrive at once anyway.
  private static let shortestSynchronizedFrame = 256

  /// A frame between the sequences that keep a terminal from showing half of it.
  ///
  /// Source: https://gist.github.com/christianparpart/d8a62cc1ab659194337d73e399004036
  static func synchronized(_ frame: [UInt8]) -> [UInt8] {
    guard frame.count >= shortestSynchronizedFrame else { return frame }
    return Array("\u{1B}[?2026h".utf8) + frame + Array("\u{1B}[?2026l".utf8)
  }

  /// Terminals that know synchronized output, though their descriptions need not say so.
  private static let synchronizing = [
    "foot", "alacritty", "xterm-kitty", "xterm-ghostty", "wezterm", "contour", "mintty",
  ]

  /// Whether a terminal of this name is known to understand ``synchronized(_:)``.
  static func synchronizes(_ terminal: String) -> Bool { synchronizing.contains { terminal.hasPrefix($0) } }

  /// Undoes what another program may have left on when it had the terminal, and perhaps crashed.
  static let reset =
    ["1000", "1002", "1003", "1006", "1004", "2004", "2026"].map { "\u{1B}[?\($0)l" }.joined()
    + "\u{1B}[0m\u{1B}(B\u{F}\u{1B}[?25h"

  /// Leaves full-screen operation whatever modes are on; a dying process writes it.
  ///
  /// All modes are off then, the cursor is visible, the style plain, and the whole main screen scrolls.
  static let rescue = reset + "\u{1B}[r\u{1B}[?1049l\r"

  private static func modes(of features: TerminalFeatures) -> [String] {
    paste + (features.contains(.mouse) ? mouse : []) + (features.contains(.focus) ? focus : [])
  }
}

/// The program's window title; the terminal keeps its own meanwhile.
///
/// It is a constant of the program: no text of a person or a file gets into a sequence for the terminal.
///
/// Source: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html, XTWINOPS 22 and 23, and OSC 2
struct WindowTitle {
  /// Prefixes of the names of terminals that save and restore titles.
  ///
  /// Some of these names belong to terminals that do not; they show the program's title until they get another one.
  private static let keeping = [
    "xterm", "tmux", "foot", "alacritty", "ghostty", "wezterm", "contour", "mintty", "konsole", "vte",
  ]

  private let title: String
  /// Whether the terminal's own title is saved.
  private var isShown = false

  /// - Returns: nil if there is no title, or the terminal is not known to save its own.
  init?(_ title: StaticString?, on terminal: String) {
    guard let title, Self.keeping.contains(where: { terminal.hasPrefix($0) }) else { return nil }
    self.title = "\(title)".filter { $0.isASCII && !$0.isNewline && ($0.asciiValue ?? 0) >= 0x20 }
  }

  /// The sequence that saves the terminal's title, unless that was done, and shows the program's.
  mutating func show() -> String {
    defer { isShown = true }
    return (isShown ? "" : "\u{1B}[22;2t") + "\u{1B}]2;\(title)\u{1B}\\"
  }

  /// The sequence that restores the terminal's title; empty if none is saved.
  mutating func restore() -> String {
    defer { isShown = false }
    return isShown ? Self.restoring : ""
  }

  /// Restores the title that the terminal saved.
  static let restoring = "\u{1B}[23;2t"
}

/// The sequence that copies a text to the terminal's clipboard; the clipboard is never read.
///
/// Source: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html, "Manipulate Selection Data"
enum ClipboardSequence {
  /// The longest text, in bytes of UTF-8: encoded, it is within what terminals and multiplexers accept.
  static let limit = 48 << 10

  /// The bytes for a text; nil if it is too long.
  ///
  /// Base64 holds nothing that a terminal would obey.
  static func bytes(copying text: String) -> [UInt8]? {
    guard text.utf8.count <= limit else { return nil }
    return Array("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{1B}\\".utf8)
  }
}
