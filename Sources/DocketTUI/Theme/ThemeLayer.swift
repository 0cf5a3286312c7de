import DocketConfiguration
import TerminalUI

/// A menu of the themes: the screen shows the one under the cursor; Escape brings the first one back.
struct ThemeLayer: Layer {
  private var menu: Menu<ThemeChoice>
  private let before: ThemeChoice
  private var shown: ThemeChoice

  init(_ themes: [ThemeChoice], shown: ThemeChoice, style: OverlayStyle) {
    (before, self.shown) = (shown, shown)
    menu = Menu(
      "Theme", themes.map { Choice($0.name, value: $0, isCurrent: $0 == shown) },
      selected: themes.firstIndex(of: shown) ?? 0)
    menu.style = style
  }

  var hints: [KeyHint] { [KeyHint("j", "next"), KeyHint("Enter", "use"), KeyHint("Esc", "as before")] }

  /// The themes have no keys of their own, so the letters that move elsewhere do so here.
  private static let motions: [Key: Key] = ["j": Key(.down), "k": Key(.up), "g": Key(.home), "G": Key(.end)]

  mutating func handle(_ key: Key, at now: Duration) -> LayerOutcome { outcome(menu.handle(Self.motions[key] ?? key)) }

  mutating func handle(_ mouse: MouseEvent) -> LayerOutcome { outcome(menu.handle(mouse)) }

  private mutating func outcome(_ outcome: ChoiceOutcome<ThemeChoice>) -> LayerOutcome {
    switch outcome {
    case .chosen(let theme): return .closesFor(.theme(theme, isForGood: true))
    case .closed: return .closesFor(.theme(before, isForGood: false))
    case .continues, .refused:
      guard let theme = menu.selected?.value, theme != shown else { return .stays }
      shown = theme
      return .shows(theme)
    }
  }

  /// Takes the colours of the theme that is shown.
  mutating func take(_ style: OverlayStyle) { menu.style = style }

  mutating func render(into canvas: inout Canvas, in area: Rect) { menu.render(into: &canvas, in: area) }
}
