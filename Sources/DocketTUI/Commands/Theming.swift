import DocketConfiguration
import TerminalUI

/// Shows the screen in other colours.
@MainActor
struct Theming {
  private let screen: ListScreen

  init(_ screen: ListScreen) { self.screen = screen }

  private var look: Look { screen.environment.look }

  /// Opens the menu of themes.
  func choose() { screen.layers.open(ThemeLayer(look.themes, shown: look.theme, style: look.roles.overlay)) }

  /// Shows a theme while it is under the cursor of the menu.
  func show(_ theme: ThemeChoice) {
    look.show(theme)
    screen.takeColors()
    if let id = screen.layers.top { screen.layers.update(id, ThemeLayer.self) { $0.take(look.roles.overlay) } }
  }

  /// Shows a theme from now on, and says how to keep it.
  func use(_ theme: ThemeChoice) {
    show(theme)
    if theme != screen.environment.configuration.theme {
      screen.notices.answer("theme = \"\(theme.name)\" in config.toml keeps it")
    }
  }
}
