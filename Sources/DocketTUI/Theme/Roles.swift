import TerminalUI

/// The colours of the program by what they are for.
struct Roles: Sendable {
  var header = Style(foreground: .cyan, attributes: .bold)
  var headerDetail = Style.dim
  var title = Style.plain
  var detail = Style.dim
  var marker = Style(foreground: .cyan)
  var selected = Style.reverse
  var prompt = Style(foreground: .yellow, attributes: .bold)
  var saved = Style(foreground: .green)
  var saving = Style.dim
  var failed = Style(foreground: .red, attributes: .bold)
  var key = Style(foreground: .cyan, attributes: .bold)
  var priority = Style(foreground: .yellow)
  var highPriority = Style(foreground: .red, attributes: .bold)
  var done = Style.dim
  var tag = Style(foreground: .cyan)
  var due = Style.plain
  var overdue = Style(foreground: .red)
  var match = Style(foreground: .yellow, attributes: [.bold, .underline])

  /// What lies over the list.
  var overlay: OverlayStyle {
    var style = OverlayStyle()
    (style.key, style.problem, style.detail) = (key, failed, detail)
    style.highlight = match
    return style
  }
}
