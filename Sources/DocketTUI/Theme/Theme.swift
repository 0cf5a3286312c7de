import TerminalUI

/// The colours of the program by what they are for.
struct Theme: Sendable {
  var header = Style(foreground: .cyan, attributes: .bold)
  var headerDetail = Style.dim
  var title = Style.plain
  var detail = Style.dim
  var marker = Style(foreground: .cyan)
  var selected = Style.reverse
  var rule = Style.dim
  var prompt = Style(foreground: .yellow, attributes: .bold)
  var saved = Style(foreground: .green)
  var saving = Style.dim
  var failed = Style(foreground: .red, attributes: .bold)
  var key = Style(foreground: .cyan, attributes: .bold)
}
