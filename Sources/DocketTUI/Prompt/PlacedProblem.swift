import TerminalUI

/// What is wrong with a line, with a mark below the mistake.
struct PlacedProblem {
  let message: String
  let columns: Range<Int>?

  /// - Parameter columns: where the mistake is; nil if that can't be seen.
  init(_ message: String, at columns: Range<Int>?) {
    (self.message, self.columns) = (message, columns)
  }

  /// The columns of a message that are enough to understand it.
  private static let minWidth = 24

  /// The mark with the message after it, before it, or instead of it, depending on the room.
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
    if place + mark.count + 1 + min(text.width, Self.minWidth) <= width {
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
