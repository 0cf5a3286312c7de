import DocketConfiguration
import TerminalUI

/// The colours by role.
struct Roles: Sendable {
  private(set) var header = Style(foreground: .cyan, attributes: .bold)
  private(set) var headerDetail = Style.dim
  private(set) var title = Style.plain
  private(set) var detail = Style.dim
  private(set) var marker = Style(foreground: .cyan)
  private(set) var selected = Style.reverse
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
  private(set) var overdue = Style(foreground: .red)
  private(set) var match = Style(foreground: .yellow, attributes: [.bold, .underline])

  /// The style of overlays.
  var overlay: OverlayStyle {
    var style = OverlayStyle()
    (style.key, style.problem, style.detail) = (key, failed, detail)
    style.highlight = match
    return style
  }
}

extension Roles {
  /// The colours of a theme.
  init(_ theme: Theme) {
    switch theme {
    case .terminal: self.init()
    case .dark: self = .dark
    case .light: self = .light
    case .highContrast: self = .highContrast
    case .mono: self = .mono
    }
  }

  private static let dark = Roles(
    accent: .rgb(125, 207, 255), quiet: Style(foreground: .rgb(140, 146, 172)), good: .rgb(158, 206, 106),
    bad: .rgb(247, 118, 142), warm: .rgb(224, 175, 104))

  private static let light = Roles(
    accent: .rgb(0, 95, 135), quiet: Style(foreground: .rgb(98, 98, 98)), good: .rgb(0, 95, 0), bad: .rgb(175, 0, 0),
    warm: .rgb(135, 75, 0))

  private init(accent: Color, quiet: Style, good: Color, bad: Color, warm: Color) {
    self.init()
    (header, key) = (Style(foreground: accent, attributes: .bold), Style(foreground: accent, attributes: .bold))
    (marker, tag) = (Style(foreground: accent), Style(foreground: accent))
    (headerDetail, detail, saving, done) = (quiet, quiet, quiet, quiet)
    prompt = Style(foreground: warm, attributes: .bold)
    priority = Style(foreground: warm)
    saved = Style(foreground: good)
    (failed, highPriority) = (Style(foreground: bad, attributes: .bold), Style(foreground: bad, attributes: .bold))
    overdue = Style(foreground: bad)
    match = Style(foreground: warm, attributes: [.bold, .underline])
  }

  /// Without dim text.
  private static let highContrast: Roles = {
    var roles = Roles()
    (roles.headerDetail, roles.detail, roles.saving, roles.done) = (.plain, .plain, .plain, .plain)
    (roles.header, roles.key, roles.marker, roles.tag) = (.bold, .bold, .bold, .plain)
    (roles.saved, roles.overdue, roles.prompt, roles.priority) = (.bold, .bold, .bold, .plain)
    (roles.failed, roles.highPriority) = (.reverse.overlaid(with: .bold), .bold)
    roles.match = Style(attributes: [.bold, .underline])
    return roles
  }()

  private static let mono: Roles = {
    var roles = highContrast
    (roles.headerDetail, roles.detail, roles.saving, roles.done) = (.dim, .dim, .dim, .dim)
    return roles
  }()
}
