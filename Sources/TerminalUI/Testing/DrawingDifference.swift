/// How a drawing differs from the expected one, in words and pictures.
public struct DrawingDifference: Error, Hashable, Sendable, CustomStringConvertible {
  /// A row that differs.
  public struct Row: Hashable, Sendable {
    /// Its number, from the top, beginning with 0.
    public let number: Int
    /// The text that was expected.
    public let expected: String
    /// The text that was drawn.
    public let drawn: String
  }

  /// The rows that differ, at least one.
  public let rows: [Row]
  /// All that was drawn.
  public let drawing: Drawing

  /// Compares; nil if nothing differs.
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

  /// The rows that differ, the expected above the drawn one, with marks below the columns; and then the whole drawing.
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
