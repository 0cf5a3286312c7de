import DocketConfiguration
import DocketData
import TerminalUI

/// The colours by role.
struct Roles: Sendable {
  private(set) var header = Style(foreground: .cyan, attributes: .bold)
  private(set) var headerDetail = Style.dim
  private(set) var title = Style.plain
  private(set) var detail = Style.dim
  private(set) var marker = Style(foreground: .cyan)
  /// The row under the cursor.
  private(set) var selected = Background.dark.selected
  private(set) var prompt = Style(foreground: .yellow, attributes: .bold)
  private(set) var saved = Style(foreground: .green)
  private(set) var saving = Style.dim
  private(set) var failed = Style(foreground: .red, attributes: .bold)
  private(set) var key = Style(foreground: .cyan, attributes: .bold)
  private(set) var priority = Style(foreground: .yellow)
  private(set) var highPriority = Style(foreground: .red, attributes: .bold)
  private(set) var done = Style.dim
  private(set) var tag = Style(foreground: .cyan)
  private(set) var due = Style.plain
  private(set) var today = Style(foreground: .yellow)
  private(set) var tomorrow = Style(foreground: .green)
  private(set) var overdue = Style(foreground: .red)
  private(set) var match = Style(foreground: .yellow, attributes: [.bold, .underline])

  /// That of dates in a section of the agenda, and of its heading; nil for those that are like any other.
  func style(of section: AgendaSection) -> Style? {
    switch section {
    case .overdue: overdue
    case .today: today
    case .tomorrow: tomorrow
    case .done: done
    case .week, .later, .undated: nil
    }
  }

  /// The style of overlays.
  var overlay: OverlayStyle {
    var style = OverlayStyle()
    (style.key, style.problem, style.detail) = (key, failed, detail)
    (style.highlight, style.selection) = (match, selected)
    return style
  }
}

extension Roles {
  /// The colours of the theme of a configuration.
  ///
  /// - Parameter background: the terminal's own.
  init(_ configuration: Configuration, on background: Background = .dark) {
    switch configuration.theme {
    case .builtIn(let theme): self.init(theme, on: background)
    case .own(let name):
      let own = configuration.themes.first { $0.name == name } ?? OwnTheme(name: name)
      self.init(own.base, on: background)
      for (role, style) in own.styles { self[keyPath: Self.place(of: role)] = Style(style) }
      // Without its colours it is still seen where the cursor is.
      selected.attributes.insert(.standsOut)
    }
  }

  /// The colours of a built-in theme.
  ///
  /// - Parameter background: the terminal's own.
  init(_ theme: Theme, on background: Background = .dark) {
    switch theme {
    case .terminal:
      self.init()
      selected = background.selected
    case .dark: self = .dark
    case .light: self = .light
    case .highContrast: self = .highContrast
    case .mono: self = .mono
    }
  }

  private static let dark = Roles(
    accent: .rgb(125, 207, 255), quiet: Style(foreground: .rgb(140, 146, 172)), good: .rgb(158, 206, 106),
    bad: .rgb(247, 118, 142), warm: .rgb(224, 175, 104), .dark)

  private static let light = Roles(
    accent: .rgb(0, 95, 135), quiet: Style(foreground: .rgb(98, 98, 98)), good: .rgb(0, 95, 0), bad: .rgb(175, 0, 0),
    warm: .rgb(135, 75, 0), .light)

  private init(accent: Color, quiet: Style, good: Color, bad: Color, warm: Color, _ background: Background) {
    self.init()
    selected = background.selected
    (header, key) = (Style(foreground: accent, attributes: .bold), Style(foreground: accent, attributes: .bold))
    (marker, tag) = (Style(foreground: accent), Style(foreground: accent))
    (headerDetail, detail, saving, done) = (quiet, quiet, quiet, quiet)
    prompt = Style(foreground: warm, attributes: .bold)
    priority = Style(foreground: warm)
    saved = Style(foreground: good)
    (failed, highPriority) = (Style(foreground: bad, attributes: .bold), Style(foreground: bad, attributes: .bold))
    (overdue, today, tomorrow) = (Style(foreground: bad), Style(foreground: warm), Style(foreground: good))
    match = Style(foreground: warm, attributes: [.bold, .underline])
  }

  /// Without dim text.
  private static let highContrast: Roles = {
    var roles = Roles()
    (roles.headerDetail, roles.detail, roles.saving, roles.done) = (.plain, .plain, .plain, .plain)
    (roles.header, roles.key, roles.marker, roles.tag) = (.bold, .bold, .bold, .plain)
    (roles.saved, roles.overdue, roles.prompt, roles.priority) = (.bold, .bold, .bold, .plain)
    (roles.failed, roles.highPriority) = (.reverse.overlaid(with: .bold), .bold)
    (roles.today, roles.tomorrow, roles.selected) = (.bold, .plain, .reverse)
    roles.match = Style(attributes: [.bold, .underline])
    return roles
  }()

  private static let mono: Roles = {
    var roles = highContrast
    (roles.headerDetail, roles.detail, roles.saving, roles.done) = (.dim, .dim, .dim, .dim)
    return roles
  }()
}

// MARK: - Roles by name

extension Roles {
  /// Where the style of a role of a theme is kept.
  private static func place(of role: Role) -> WritableKeyPath<Roles, Style> {
    switch role {
    case .header: \.header
    case .headerDetail: \.headerDetail
    case .title: \.title
    case .detail: \.detail
    case .marker: \.marker
    case .selected: \.selected
    case .prompt: \.prompt
    case .saved: \.saved
    case .saving: \.saving
    case .failed: \.failed
    case .key: \.key
    case .priority: \.priority
    case .highPriority: \.highPriority
    case .done: \.done
    case .tag: \.tag
    case .due: \.due
    case .today: \.today
    case .tomorrow: \.tomorrow
    case .overdue: \.overdue
    case .match: \.match
    }
  }
}
