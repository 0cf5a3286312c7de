@testable import TerminalUI

extension Canvas {
  /// The drawing, with `|` in the cell of the cursor.
  var drawingWithCursor: String {
    guard let cursor else { return buffer.drawing }
    var marked = self
    marked.draw(CellLine("|"), at: cursor)
    return marked.buffer.drawing
  }
}
