import Glibc

/// A grid of cells: the picture on a screen, as a value.
public struct CellBuffer: Hashable, Sendable {
  /// The columns and rows.
  public let size: Size
  /// The cells, row after row.
  private var cells: [Cell]

  /// Creates a grid of blanks.
  public init(size: Size) {
    self.size = size
    cells = [Cell](repeating: .blank, count: size.width * size.height)
  }

  /// The cell in a column of a row; both must be inside.
  public subscript(x: Int, y: Int) -> Cell { cells[y * size.width + x] }

  /// The cells of a row, from left to right.
  public func row(_ y: Int) -> ArraySlice<Cell> { cells[columns(of: y)] }

  /// Blanks every cell.
  public mutating func clear() {
    let width = size.width
    guard width > 0 else { return }
    cells.withUnsafeMutableBufferPointer { cells in
      // To copy a row of blanks takes a fraction of the time of writing each.
      let blanks = UnsafeMutableBufferPointer(rebasing: cells.prefix(width))
      blanks.update(repeating: .blank)
      for start in stride(from: width, to: cells.count, by: width) {
        _ = UnsafeMutableBufferPointer(rebasing: cells[start..<start + width]).update(fromContentsOf: blanks)
      }
    }
  }

  /// Writes cells from a column on, clipped to `area` and the grid.
  ///
  /// A wide glyph that would lose a half, at an edge or to the cells written, becomes blank.
  public mutating func write(_ line: [Cell], x: Int, y: Int, in area: Rect) {
    replace(x..<x + line.count, y: y, in: area) { columns, places in
      let cells = line.span.extracting(columns.lowerBound - x..<columns.upperBound - x)
      cells.withUnsafeBufferPointer { _ = places.update(fromContentsOf: $0) }
    }
  }

  /// Writes another grid from a cell on, clipped to this one, blanking cut glyphs as ``write(_:x:y:in:)`` does.
  mutating func write(_ other: CellBuffer, at corner: Point) {
    let columns = corner.x..<corner.x + other.size.width
    let rows = (corner.y..<corner.y + other.size.height).clamped(to: 0..<size.height)
    // Where whole rows are replaced, no glyph loses a half.
    guard columns != 0..<size.width else { return copyRows(rows, from: rows.lowerBound - corner.y, of: other) }
    for y in rows {
      replace(columns, y: y, in: Rect(size)) { columns, places in
        let start = (y - corner.y) * other.size.width - corner.x
        other.cells[start + columns.lowerBound..<start + columns.upperBound].withUnsafeBufferPointer {
          _ = places.update(fromContentsOf: $0)
        }
      }
    }
  }

  /// Fills an area with spaces of a style.
  public mutating func fill(_ area: Rect, style: Style) {
    for y in area.rows {
      replace(area.columns, y: y, in: area) { _, places in places.update(repeating: .blank(style)) }
    }
  }

  /// Replaces cells of a row, as far as they are in an area and in the grid.
  private mutating func replace(
    _ columns: Range<Int>, y: Int, in area: Rect, _ body: (Range<Int>, UnsafeMutableBufferPointer<Cell>) -> Void
  ) {
    let area = area.intersection(Rect(size))
    let columns = columns.clamped(to: area.columns)
    guard area.rows.contains(y), !columns.isEmpty else { return }
    splitWideGlyph(at: columns.lowerBound, y: y)
    splitWideGlyph(at: columns.upperBound, y: y)
    let start = y * size.width + columns.lowerBound
    let end = start + columns.count
    cells.withUnsafeMutableBufferPointer { body(columns, UnsafeMutableBufferPointer(rebasing: $0[start..<end])) }
    if cells[start].isContinuation { cells[start] = .blank(cells[start].style) }
    if cells[end - 1].width == 2 { cells[end - 1] = .blank(cells[end - 1].style) }
  }

  /// Blanks a wide glyph that reaches from the column before into this one.
  private mutating func splitWideGlyph(at x: Int, y: Int) {
    guard x > 0, x < size.width else { return }
    let index = y * size.width + x
    guard cells[index].isContinuation else { return }
    cells[index - 1] = .blank(cells[index - 1].style)
    cells[index] = .blank(cells[index].style)
  }

  /// Copies cells from another grid of the same size, without looking at glyphs.
  private mutating func copy(_ run: CellRun, from other: CellBuffer) {
    let start = run.row * size.width
    for column in run.columns { cells[start + column] = other.cells[start + column] }
  }
}

extension CellBuffer {
  /// The text of the grid: a line for each row, without trailing spaces.
  public var drawing: String { (0..<size.height).map(text(ofRow:)).joined(separator: "\n") }

  /// The text of a row, without trailing spaces.
  public func text(ofRow y: Int) -> String {
    let text = CellLine(cells: Array(row(y))).description
    return String(text.reversed().drop { $0 == " " }.reversed())
  }
}

extension CellBuffer {
  /// The cells that a screen showing `old` has to paint to show this grid; all if the sizes differ.
  ///
  /// - Parameter shift: Rows of `old` that are moved before.
  /// - Complexity: linear in the number of cells.
  public func changes(since old: CellBuffer, moving shift: RowShift? = nil) -> [CellRun] {
    guard old.size == size else { return everything }
    var runs: [CellRun] = []
    lazy var blanks = [Cell](repeating: .blank, count: size.width)
    for y in 0..<size.height {
      guard let source = shift == nil ? y : shift?.source(of: y) else {
        appendChanges(in: y, since: blanks[...], to: &runs)
        continue
      }
      if !isRow(y, row: source, of: old) { appendChanges(in: y, since: old.row(source), to: &runs) }
    }
    return runs
  }

  /// The cells to paint of the rows that differ.
  func changes(in rows: [Int], since old: CellBuffer) -> [CellRun] {
    var runs: [CellRun] = []
    for y in rows { appendChanges(in: y, since: old.row(y), to: &runs) }
    return runs
  }

  /// The rows that differ from a grid of the same size, in order.
  func changedRows(since old: CellBuffer) -> [Int] {
    var changed: [Int] = []
    for y in 0..<size.height where !isRow(y, row: y, of: old) { changed.append(y) }
    return changed
  }

  /// Every cell, as one run for each row.
  public var everything: [CellRun] {
    guard size.width > 0 else { return [] }
    return (0..<size.height).map { CellRun(row: $0, columns: 0..<size.width) }
  }

  /// The grid that a screen shows after `runs` of this one were painted over `old`.
  func applied(_ runs: [CellRun], shift: RowShift? = nil, to old: CellBuffer) -> CellBuffer {
    guard old.size == size else { return self }
    var result = shift.map(old.shifted) ?? old
    for run in runs { result.copy(run, from: self) }
    return result
  }

  /// Whether a row is the same as a row of another grid of the same size.
  func isRow(_ y: Int, row other: Int, of old: CellBuffer) -> Bool {
    let (new, old) = (cells.span.extracting(columns(of: y)), old.cells.span.extracting(columns(of: other)))
    // Equal cells may differ in the bytes between their values, but hardly ever do.
    if Self.haveSameBytes(new, old) { return true }
    return new.indices.allSatisfy { new[$0] == old[$0] }
  }

  /// Whether all cells of a row are the same, as in a row of blanks.
  func isUniform(_ y: Int) -> Bool {
    let row = row(y)
    return row.allSatisfy { $0 == row.first }
  }

  /// Copies a row of another grid of the same width.
  mutating func copyRow(_ y: Int, from other: Int, of source: CellBuffer) {
    copyRows(y..<y + 1, from: other, of: source)
  }

  /// Copies rows of another grid of the same width.
  private mutating func copyRows(_ rows: Range<Int>, from other: Int, of source: CellBuffer) {
    let width = size.width
    cells.withUnsafeMutableBufferPointer { places in
      source.cells.withUnsafeBufferPointer { cells in
        for (y, other) in zip(rows, other...) {
          let row = UnsafeBufferPointer(rebasing: cells[other * width..<(other + 1) * width])
          _ = UnsafeMutableBufferPointer(rebasing: places[y * width..<(y + 1) * width]).update(fromContentsOf: row)
        }
      }
    }
  }

  /// Blanks a row.
  mutating func clearRow(_ y: Int) { fill(Rect(x: 0, y: y, width: size.width, height: 1), style: Style()) }

  private func columns(of y: Int) -> Range<Int> { y * size.width..<(y + 1) * size.width }

  private static func haveSameBytes(_ a: borrowing Span<Cell>, _ b: borrowing Span<Cell>) -> Bool {
    a.withUnsafeBytes { a in
      b.withUnsafeBytes { b in
        guard let start = a.baseAddress, let other = b.baseAddress else { return true }
        return a.count == b.count && memcmp(start, other, a.count) == 0
      }
    }
  }

  /// How many cells that are the same may be painted within a run: that takes less than another run would.
  private static let maxGap = 2

  private func appendChanges(in y: Int, since old: ArraySlice<Cell>, to runs: inout [CellRun]) {
    let (new, old) = (cells.span.extracting(columns(of: y)), old.span)
    var x = 0
    while x < new.count {
      guard new[x] != old[x] else {
        x += 1
        continue
      }
      var start = x
      // Not within a wide glyph of either grid that reaches into a column from the left.
      while start > 0, new[start].isContinuation || old[start].isContinuation { start -= 1 }
      var end = x
      while x < new.count, x - end <= Self.maxGap {
        let isWithinGlyph = x == end && (new[x].isContinuation || old[x].isContinuation)
        if isWithinGlyph || new[x] != old[x] { end = x + 1 }
        x += 1
      }
      x = end
      runs.append(CellRun(row: y, columns: start..<end))
    }
  }
}

/// Adjacent cells of a row that have to be painted.
public struct CellRun: Hashable, Sendable {
  /// The row.
  public let row: Int
  /// The columns; neither end cuts a wide glyph of the old grid or of the new one.
  public let columns: Range<Int>

  /// Creates a run.
  public init(row: Int, columns: Range<Int>) {
    self.row = row
    self.columns = columns
  }
}
