import TerminalUI

/// Whether a background is dark or light.
enum Background: Sendable {
  case dark, light

  /// The terminal's own, as far as the environment says it; else dark.
  ///
  /// - Parameter environment: where `COLORFGBG` is read, the numbers of the colours of text and background: `0;15`.
  init(environment: [String: String]) {
    let number = environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
    // Of the basic colours, white and the bright ones but bright black are light.
    self = number.map { $0 == 7 || $0 > 8 } == true ? .light : .dark
  }

  /// The row under the cursor: it keeps its colours, on a background that is a little lighter or darker.
  ///
  /// With its own colour for plain text it can be read on any terminal, also one whose background is not known.
  var selected: Style {
    switch self {
    case .dark: Style(foreground: .rgb(222, 226, 234), background: .rgb(50, 54, 68), attributes: .standsOut)
    case .light: Style(foreground: .rgb(30, 34, 42), background: .rgb(220, 228, 240), attributes: .standsOut)
    }
  }
}
