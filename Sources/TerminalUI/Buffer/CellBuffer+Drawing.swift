extension CellBuffer {
  /// The text in the grid: a line for each row, without spaces at the ends.
  public var drawing: String { (0..<size.height).map(text(ofRow:)).joined(separator: "\n") }

  /// The text of one row, without spaces at its end.
  public func text(ofRow y: Int) -> String {
    let text = CellLine(cells: Array(row(y))).description
    return String(text.reversed().drop { $0 == " " }.reversed())
  }
}
