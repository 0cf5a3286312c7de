import TerminalUI

/// A line of parts with dots between them, behind two columns.
struct DottedLine {
  private static let indent = 2
  private static let dot = " · "

  private let dotStyle: Style
  private(set) var line: CellLine

  /// - Parameter style: that of the dots.
  init(style: Style) { (dotStyle, line) = (style, CellLine(String(repeating: " ", count: Self.indent), style: style)) }

  private var isEmpty: Bool { line.width <= Self.indent }

  /// The column at which the next part begins.
  var nextColumn: Int { line.width + (isEmpty ? 0 : Self.dot.count) }

  mutating func append(_ text: String, _ style: Style) { append(CellLine(text, style: style)) }

  mutating func append(_ part: CellLine) {
    if !isEmpty { line.append(Self.dot, style: dotStyle) }
    line.append(part)
  }
}
