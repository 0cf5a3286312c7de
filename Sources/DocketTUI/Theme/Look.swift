import DocketConfiguration

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
