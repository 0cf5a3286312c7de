import TerminalUI

/// What is wrong with a line, with a mark below the place where it is wrong.
struct PlacedProblem {
  let message: String
  let columns: Range<Int>?

  /// - Parameter columns: where it is wrong; nil if that can't be seen.
  init(_ message: String, at columns: Range<Int>?) {
    (self.message, self.columns) = (message, columns)
  }

  /// What of a message can be understood.
  private static let least = 24

  /// The mark and the message, behind it if there is room, else before it, else over the whole line.
  func line(width: Int, style: Style) -> CellLine {
    let text = CellLine(message, style: style)
    var line = CellLine()
    guard let columns else {
      line.append(" ", style: style)
      line.append(text)
      return line.truncated(to: width)
    }
    let place = columns.lowerBound
    let mark = String(repeating: "^", count: max(1, min(columns.count, width - place)))
    if place + mark.count + 1 + min(text.width, Self.least) <= width {
      line.pad(to: place)
      line.append("\(mark) ", style: style)
      line.append(text)
    } else if text.width + 1 <= place, place < width {
      line.pad(to: place - text.width - 1)
      line.append(text)
      line.append(" \(mark)", style: style)
    } else {
      line.append(" ", style: style)
      line.append(text)
    }
    return line.truncated(to: width)
  }
}
