/// A picture as rows of text, to be compared with the one that a test expects.
///
/// Of each row, spaces at the end do not count.
public struct Drawing: Hashable, Sendable, CustomStringConvertible {
  /// The rows, from the top.
  public let rows: [String]

  /// Draws what is shown.
  ///
  /// - Parameters:
  ///   - buffer: The cells.
  ///   - cursor: Where to draw the cursor over them; nil draws none.
  ///   - mark: What stands for the cursor, one column wide.
  public init(_ buffer: CellBuffer, cursor: Point? = nil, mark: Character = "|") {
    var marked = buffer
    if let cursor { marked.write(CellLine(String(mark)).cells, x: cursor.x, y: cursor.y, in: Rect(buffer.size)) }
    rows = (0..<buffer.size.height).map(marked.text(ofRow:))
  }

  /// Draws the styles of the cells, a letter for each cell.
  ///
  /// - Parameters:
  ///   - buffer: The cells.
  ///   - letters: What stands for a style; `.` for the plain one and `?` for all others that are not named.
  public init(stylesOf buffer: CellBuffer, _ letters: [Style: Character]) {
    let letters = letters.merging([.plain: "."]) { named, _ in named }
    rows = (0..<buffer.size.height).map { y in String(buffer.row(y).map { letters[$0.style] ?? "?" }) }
  }

  /// Draws what a canvas holds, with its cursor.
  public init(_ canvas: Canvas) { self.init(canvas.buffer, cursor: canvas.cursor) }

  /// Draws what a screen shows, with its cursor.
  @MainActor
  public init(_ screen: MemoryScreen) { self.init(screen.buffer, cursor: screen.cursor) }

  /// The rows, one below the other.
  public var description: String { rows.joined(separator: "\n") }

  /// Compares with what is expected, a line for each row; rows that one of the two lacks are empty.
  ///
  /// In a test that throws, a difference is reported as a text with the rows that differ.
  /// - Throws: ``DrawingDifference`` if a row is another.
  public func check(_ expected: String) throws(DrawingDifference) {
    if let difference = DrawingDifference(between: self, and: expected) { throw difference }
  }
}
