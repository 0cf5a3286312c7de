/// A grid of cells: what a screen shows, as a value.
public struct CellBuffer: Hashable, Sendable {
  /// The columns and rows.
  public let size: Size
  /// The cells, row after row.
  private(set) var cells: [Cell]

  /// Creates a grid of blanks.
  public init(size: Size) {
    self.size = size
    cells = [Cell](repeating: .blank, count: size.width * size.height)
  }

  /// The cell in a column of a row; both must be inside.
  public subscript(x: Int, y: Int) -> Cell { cells[y * size.width + x] }

  /// The cells of a row, from left to right.
  public func row(_ y: Int) -> ArraySlice<Cell> { cells[y * size.width..<(y + 1) * size.width] }

  /// Makes every cell blank.
  public mutating func clear() {
    var span = cells.mutableSpan
    span.update(repeating: .blank)
  }

  /// Writes cells from a column on, as far as `area` and the grid reach.
  ///
  /// A wide glyph that would lose one of its halves at an edge, or to the cells written, becomes blank.
  public mutating func write(_ line: some Collection<Cell>, x: Int, y: Int, in area: Rect) {
    let area = area.intersection(Rect(size))
    guard area.rows.contains(y) else { return }
    let columns = (x..<x + line.count).clamped(to: area.columns)
    guard !columns.isEmpty else { return }
    splitWideGlyph(at: columns.lowerBound, y: y)
    splitWideGlyph(at: columns.upperBound, y: y)
    let start = y * size.width + columns.lowerBound
    let end = start + columns.count
    var next = line.index(line.startIndex, offsetBy: columns.lowerBound - x)
    var places = cells.mutableSpan
    for place in start..<end {
      places[place] = line[next]
      line.formIndex(after: &next)
    }
    if cells[start].isContinuation { cells[start] = .blank(cells[start].style) }
    if cells[end - 1].width == 2 { cells[end - 1] = .blank(cells[end - 1].style) }
  }

  /// Fills an area with spaces of a style.
  public mutating func fill(_ area: Rect, style: Style) {
    let area = area.intersection(Rect(size))
    let blanks = repeatElement(Cell.blank(style), count: area.width)
    for y in area.rows { write(blanks, x: area.x, y: y, in: area) }
  }

  /// Blanks a wide glyph that lies across the left border of a column.
  private mutating func splitWideGlyph(at x: Int, y: Int) {
    guard x > 0, x < size.width else { return }
    let index = y * size.width + x
    guard cells[index].isContinuation else { return }
    cells[index - 1] = .blank(cells[index - 1].style)
    cells[index] = .blank(cells[index].style)
  }

  /// Takes cells over from another grid of the same size, without looking at glyphs.
  mutating func copy(_ run: CellRun, from other: CellBuffer) {
    let start = run.row * size.width
    for column in run.columns { cells[start + column] = other.cells[start + column] }
  }
}
