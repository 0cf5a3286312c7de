import DocketConfiguration
import TerminalUI

/// The theme that the screen shows, and its colours; a person may try others.
@MainActor
final class Look {
  private(set) var theme = ThemeChoice.builtIn(.terminal)
  private(set) var roles = Roles()
  private var configuration = Configuration()
  private var background = Background.dark

  nonisolated init() {}

  /// Begins with the theme of a configuration.
  func begin(_ configuration: Configuration, on background: Background) {
    (self.configuration, self.background) = (configuration, background)
    show(configuration.theme)
  }

  /// The themes that there are.
  var themes: [ThemeChoice] {
    Theme.allCases.map { .builtIn($0) } + configuration.themes.map { .own($0.name) }
  }

  func show(_ theme: ThemeChoice) {
    self.theme = theme
    configuration.theme = theme
    roles = Roles(configuration, on: background)
  }
}

// MARK: - The background

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
  /// With its own colour for plain text it can be read on any terminal, also one whose background is not known. It is one
  /// of the fixed 240 colours, so that no palette changes it.
  var selected: Style {
    switch self {
    case .dark: Style(foreground: .indexed(255), background: .rgb(50, 54, 68), attributes: .standsOut)
    case .light: Style(foreground: .indexed(235), background: .rgb(220, 228, 240), attributes: .standsOut)
    }
  }
}
