/// A column of a table: its title, its widths and its importance.
public struct TableColumn: Hashable, Sendable {
  /// The title in the header.
  public let title: String
  /// The width below which it is not shown.
  public let minimum: Int
  /// The width that it has before a less important column is shown.
  public let usual: Int
  /// The width that is enough for its text.
  public let ideal: Int
  /// The column with the least gets narrower first; of two with the same, the later one.
  public let importance: Int
  /// The side where its text stands.
  public let alignment: CellLine.Alignment
  /// Whether it takes the space that the others do not need.
  public let stretches: Bool

  /// Creates a column; `minimum` is at least 1, `usual` is the minimum if nil or less, and `ideal` likewise.
  public init(
    _ title: String, minimum: Int, usual: Int? = nil, ideal: Int? = nil, importance: Int,
    alignment: CellLine.Alignment = .leading,
    stretches: Bool = false
  ) {
    self.title = title
    self.minimum = max(1, minimum)
    self.usual = max(self.minimum, usual ?? minimum)
    self.ideal = max(self.minimum, ideal ?? minimum)
    self.importance = importance
    self.alignment = alignment
    self.stretches = stretches
  }
}

// MARK: - Layout

/// The columns of a table that are shown in a width, and where: a value, without rows.
///
/// As the width shrinks, stretched columns give back first; then the least important columns become narrower, down to
/// their minimum; then they vanish, one by one. A column never vanishes before a less important one; the most important
/// one never does.
public struct TableLayout: Hashable, Sendable {
  /// The columns of the table.
  public let columns: [TableColumn]
  /// The width of the table.
  public let width: Int
  /// The cells of each column of the table; nil if it is not shown.
  public let spans: [Range<Int>?]

  /// Lays columns out; keep the layout for all rows of a width.
  ///
  /// - Parameters:
  ///   - columns: The columns of the table.
  ///   - width: The width of the table.
  ///   - spacing: The number of blanks between columns.
  /// - Complexity: O(n log n) for n columns.
  public init(_ columns: [TableColumn], width: Int, spacing: Int = 1) {
    self.columns = columns
    self.width = max(0, width)
    spans = Self.spans(of: Self.widths(of: columns, fitting: self.width, spacing: spacing), spacing: spacing)
  }

  /// The areas of the columns in a row, or in any area of the table's width; nil if not shown.
  public func areas(in area: Rect) -> [Rect?] {
    spans.map { span in
      span.map { Rect(columns: area.x + $0.lowerBound..<area.x + $0.upperBound, rows: area.rows).intersection(area) }
    }
  }

  /// The column at a distance from the left edge; for presses on a header.
  public func column(at x: Int) -> Int? { spans.firstIndex { $0?.contains(x) == true } }

  /// A row of the table.
  ///
  /// - Parameters:
  ///   - style: The style of the space between columns.
  ///   - cell: Returns the line of a column, by its index and width; called for the columns that are shown.
  public func line(style: Style = .plain, _ cell: (Int, Int) -> CellLine) -> CellLine {
    var line = CellLine()
    append(to: &line, style: style, cell)
    return line
  }

  /// Appends a row of the table to a line.
  ///
  /// - Parameters:
  ///   - style: The style of the space between columns.
  ///   - cell: Returns the line of a column, by its index and width; called for the columns that are shown.
  public func append(to line: inout CellLine, style: Style = .plain, _ cell: (Int, Int) -> CellLine) {
    let start = line.width
    line.reserve(start + width)
    for (index, span) in spans.enumerated() {
      guard let span else { continue }
      line.pad(to: start + span.lowerBound, style: style)
      line.append(cell(index, span.count), fittedTo: span.count, alignment: columns[index].alignment, style: style)
    }
    line.pad(to: start + width, style: style)
  }

  /// Appends a row of the table to a line, in which texts use the room that their neighbours in it leave.
  ///
  /// A text goes on over empty cells at its right, and moves the next one to the right as far as that has room of its
  /// own. One that is cut all the same begins further left, if the one before it is short; texts of a column that
  /// stretches begin below each other. Cells are made from right to left, each once; what is cut is made once more where
  /// there is more room at its left.
  ///
  /// - Parameter cell: Returns the line of a column, by its index and the room for it, which is as wide as the column or
  ///   wider; a line that is wider than that is cut.
  public func appendFlowing(to line: inout CellLine, _ cell: (Int, Int) -> CellLine) {
    var placed: [Placed] = []
    placed.reserveCapacity(columns.count)
    var end = width
    for index in columns.indices.reversed() {
      guard let span = spans[index] else { continue }
      let isLeading = columns[index].alignment == .leading
      let room = isLeading ? max(span.count, end - span.lowerBound) : span.count
      let text = cell(index, room)
      guard text.width > 0 else { continue }
      let shown = min(text.width, room)
      var limit = span.lowerBound + room
      if let next = placed.popLast() {
        let widened = widened(next, after: span.lowerBound + shown, cell)
        placed.append(widened)
        if widened.start < next.start { limit = min(limit, widened.start - 1) }
      }
      let start = isLeading ? span.lowerBound : span.upperBound - shown
      placed.append(Placed(index: index, start: start, room: room, text: text))
      end = (isLeading ? limit - shown : start) - 1
    }
    append(placed.reversed(), to: &line)
  }

  private func append(_ cells: some Sequence<Placed>, to line: inout CellLine) {
    let start = line.width
    line.reserve(start + width)
    var end = -1
    for cell in cells {
      line.pad(to: start + max(cell.start, end + 1))
      line.append(cell.text.truncated(to: cell.room))
      end = line.width - start
    }
    line.pad(to: start + width)
  }

  /// The text of a cell where it stands in a row.
  private struct Placed {
    let index: Int
    let start: Int
    let room: Int
    let text: CellLine
  }

  /// A cell with the room that the text before it leaves, if it is cut or could say more.
  private func widened(_ placed: Placed, after end: Int, _ cell: (Int, Int) -> CellLine) -> Placed {
    let column = columns[placed.index]
    let free = placed.start - end - Self.flowGap
    let isShort = column.alignment == .leading ? placed.text.width > placed.room : placed.room < column.ideal
    guard isShort, free > 0, !column.stretches else { return placed }
    let right = placed.start + min(placed.text.width, placed.room)
    let most = column.alignment == .leading ? placed.room + free : min(column.ideal, right - end - Self.flowGap)
    guard most > placed.room else { return placed }
    let text = cell(placed.index, most)
    let start = right - min(text.width, most)
    return Placed(index: placed.index, start: start, room: most, text: text)
  }

  /// Between a text and the next one that has left its column.
  private static let flowGap = 2

  /// The row of titles.
  ///
  /// - Parameters:
  ///   - style: The style of all of it.
  ///   - mark: What is said behind the title of a column, by its index, if it has room: such as the direction in which it
  ///     sorts.
  public func header(style: Style = .bold, mark: (Int) -> String = { _ in "" }) -> CellLine {
    line(style: style) { index, width in
      let title = columns[index].title
      let marked = title + mark(index)
      return CellLine(TerminalText.width(of: marked) <= width ? marked : title, style: style, limit: width + 1)
    }
  }
}

// MARK: - Widths

extension TableLayout {
  /// The width of each column; nil if it is not shown.
  private static func widths(of columns: [TableColumn], fitting width: Int, spacing: Int) -> [Int?] {
    let order = columns.indices.sorted { (columns[$1].importance, $0) < (columns[$0].importance, $1) }
    var widths = [Int?](repeating: nil, count: columns.count)
    var spare = width + spacing
    // What those that are shown need before another one is.
    var owed = 0
    for (rank, index) in order.enumerated() {
      let minimum = rank == 0 ? min(columns[index].minimum, width) : columns[index].minimum
      guard minimum > 0, minimum + spacing + owed <= spare else { break }
      widths[index] = minimum
      spare -= minimum + spacing
      owed += columns[index].usual - columns[index].minimum
    }
    widen(&widths, of: columns, order, &spare)
    stretch(&widths, of: columns, &spare)
    return widths
  }

  /// Widens columns to their ideal, the most important one first.
  private static func widen(_ widths: inout [Int?], of columns: [TableColumn], _ order: [Int], _ spare: inout Int) {
    for index in order {
      guard let width = widths[index] else { return }
      let more = min(spare, max(0, columns[index].ideal - width))
      widths[index] = width + more
      spare -= more
    }
  }

  /// Divides the rest among the columns that stretch.
  private static func stretch(_ widths: inout [Int?], of columns: [TableColumn], _ spare: inout Int) {
    var stretching = columns.indices.filter { columns[$0].stretches && widths[$0] != nil }[...]
    while let index = stretching.popFirst(), let width = widths[index] {
      let more = spare / (stretching.count + 1)
      widths[index] = width + more
      spare -= more
    }
  }

  private static func spans(of widths: [Int?], spacing: Int) -> [Range<Int>?] {
    var x = 0
    return widths.map { width in
      guard let width else { return nil }
      defer { x += width + spacing }
      return x..<x + width
    }
  }
}
