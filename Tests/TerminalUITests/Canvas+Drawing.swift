@testable import TerminalUI

extension Canvas {
  /// The drawing, with `|` in the cell of the cursor.
  var drawingWithCursor: String { Drawing(self).description }
}
