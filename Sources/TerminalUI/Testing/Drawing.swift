/// A picture as rows of text, to be compared with the expected one; trailing spaces do not count.
public struct Drawing: Hashable, Sendable, CustomStringConvertible {
  /// The rows, from the top.
  public let rows: [String]

  /// Draws cells.
  ///
  /// - Parameters:
  ///   - buffer: The cells.
  ///   - cursor: Where to draw the cursor; nil draws none.
  ///   - mark: The character for the cursor, one column wide.
  public init(_ buffer: CellBuffer, cursor: Point? = nil, mark: Character = "|") {
    var marked = buffer
    if let cursor { marked.write(CellLine(String(mark)).cells, x: cursor.x, y: cursor.y, in: Rect(buffer.size)) }
    rows = (0..<buffer.size.height).map(marked.text(ofRow:))
  }

  /// Draws the styles of cells, a letter for each cell.
  ///
  /// - Parameters:
  ///   - buffer: The cells.
  ///   - letters: The letters of styles; the plain one is `.`, and all others are `?`.
  public init(stylesOf buffer: CellBuffer, _ letters: [Style: Character]) {
    let letters = letters.merging([.plain: "."]) { named, _ in named }
    rows = (0..<buffer.size.height).map { y in String(buffer.row(y).map { letters[$0.style] ?? "?" }) }
  }

  /// Draws a canvas, with its cursor.
  public init(_ canvas: Canvas) { self.init(canvas.buffer, cursor: canvas.cursor) }

  /// Draws a screen, with its cursor.
  @MainActor
  public init(_ screen: MemoryScreen) { self.init(screen.buffer, cursor: screen.cursor) }

  /// The rows, one below the other.
  public var description: String { rows.joined(separator: "\n") }

  /// Compares with the expected rows, one line each; missing rows are empty.
  ///
  /// In a test that throws, the report shows the rows that differ.
  /// - Throws: ``DrawingDifference`` if a row differs.
  public func check(_ expected: String) throws(DrawingDifference) {
    if let difference = DrawingDifference(between: self, and: expected) { throw difference }
  }
}

/// The rows in which a drawing differs from the expected one.
public struct DrawingDifference: Error, Hashable, Sendable, CustomStringConvertible {
  /// A row that differs.
  public struct Row: Hashable, Sendable {
    /// Its index, from 0 at the top.
    public let number: Int
    /// The expected text.
    public let expected: String
    /// The drawn text.
    public let drawn: String
  }

  /// The rows that differ, at least one.
  public let rows: [Row]
  /// The whole drawing.
  public let drawing: Drawing

  /// Compares a drawing with the expected rows; nil if nothing differs.
  public init?(between drawing: Drawing, and expected: String) {
    let expected = expected.split(separator: "\n", omittingEmptySubsequences: false).map(Self.withoutEnd)
    let drawn = drawing.rows.map(Self.withoutEnd)
    rows = (0..<max(drawn.count, expected.count)).compactMap { number in
      let row = Row(number: number, expected: Self.row(number, of: expected), drawn: Self.row(number, of: drawn))
      return row.expected.utf8.elementsEqual(row.drawn.utf8) ? nil : row
    }
    if rows.isEmpty { return nil }
    self.drawing = drawing
  }

  /// The rows that differ, expected above drawn, with marks below the columns; and then the whole drawing.
  public var description: String {
    let parts = rows.flatMap {
      ["row \($0.number)", "  expected: \($0.expected)", "     drawn: \($0.drawn)", $0.marks]
    }
    return (["\(rows.count) of the rows differ"] + parts + ["drawn is", drawing.description]).joined(separator: "\n")
  }

  private static func row(_ number: Int, of rows: [String]) -> String { number < rows.count ? rows[number] : "" }

  fileprivate static func withoutEnd(_ row: some StringProtocol) -> String {
    String(row.reversed().drop { $0 == " " }.reversed())
  }
}

extension DrawingDifference.Row {
  /// The columns of the text in the description.
  private static let indent = "            "

  /// A `^` below each column that differs.
  fileprivate var marks: String {
    let (one, other) = (CellLine(expected).cells, CellLine(drawn).cells)
    let marks = (0..<max(one.count, other.count)).map { column -> Character in
      let isSame = column < one.count && column < other.count && one[column] == other[column]
      return isSame ? " " : "^"
    }
    return DrawingDifference.withoutEnd(Self.indent + String(marks))
  }
}
