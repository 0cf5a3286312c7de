/// Neighbouring cells of a row that have to be painted.
public struct CellRun: Hashable, Sendable {
  /// The row.
  public let row: Int
  /// The columns; no wide glyph is cut by either end, in the old grid or in the new one.
  public let columns: Range<Int>

  /// Creates a run.
  public init(row: Int, columns: Range<Int>) {
    self.row = row
    self.columns = columns
  }
}
