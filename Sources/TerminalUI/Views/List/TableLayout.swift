/// Which columns of a table are shown in a width, and where: a value, without rows.
///
/// As the width shrinks, first what stretches gives back, then the least important columns become narrower, down to their
/// minimum, and then they vanish, one after the other. A column never vanishes before a less important one; the most
/// important one never does.
public struct TableLayout: Hashable, Sendable {
  /// The columns of the table.
  public let columns: [TableColumn]
  /// The width of the table.
  public let width: Int
  /// For each column of the table the columns of cells it has; nil if it is not shown.
  public let spans: [Range<Int>?]

  /// Lays columns out.
  ///
  /// Keep it for all rows of a width.
  ///
  /// - Parameter spacing: The blanks between columns.
  /// - Complexity: O(n log n) for n columns.
  public init(_ columns: [TableColumn], width: Int, spacing: Int = 1) {
    self.columns = columns
    self.width = max(0, width)
    spans = Self.spans(of: Self.widths(of: columns, fitting: self.width, spacing: spacing), spacing: spacing)
  }

  /// The areas of the columns in a row, or in any area of the table's width.
  public func areas(in area: Rect) -> [Rect?] {
    spans.map { span in
      span.map { Rect(columns: area.x + $0.lowerBound..<area.x + $0.upperBound, rows: area.rows).intersection(area) }
    }
  }

  /// The column at a distance from the left edge; for presses on a header.
  public func column(at x: Int) -> Int? { spans.firstIndex { $0?.contains(x) == true } }

  /// A row.
  ///
  /// - Parameters:
  ///   - style: The style of the space between.
  ///   - cell: Makes the line of a column, given its number and width; not called for columns that are not shown.
  public func line(style: Style = .plain, _ cell: (Int, Int) -> CellLine) -> CellLine {
    var line = CellLine()
    for (index, span) in spans.enumerated() {
      guard let span else { continue }
      line.pad(to: span.lowerBound, style: style)
      line.append(cell(index, span.count).fitted(to: span.count, alignment: columns[index].alignment, style: style))
    }
    line.pad(to: width, style: style)
    return line
  }

  /// The row of titles.
  public func header(style: Style = .bold) -> CellLine {
    line(style: style) { index, width in CellLine(columns[index].title, style: style, limit: width + 1) }
  }
}
