import TerminalUI

/// What is wrong with a line, with a mark below the place where it is wrong.
struct PlacedProblem {
  let message: String
  let place: Int
  let length: Int

  /// - Parameters:
  ///   - place: the first column that is wrong.
  ///   - length: how many columns are.
  init(_ message: String, at place: Int, length: Int) {
    (self.message, self.place, self.length) = (message, place, length)
  }

  /// What of a message can be understood.
  private static let least = 24

  /// The mark and the message, behind it if there is room, else before it, else over the whole line.
  func line(width: Int, style: Style) -> CellLine {
    let mark = String(repeating: "^", count: max(1, min(length, width - place)))
    let text = CellLine(message, style: style)
    var line = CellLine()
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
