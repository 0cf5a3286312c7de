extension CellBuffer {
  /// Where to begin to paint a run: a text from right to left that stands before it may have ended elsewhere, and its
  /// last glyph says where it ends.
  func startOfText(before run: CellRun) -> Int {
    let x = run.columns.lowerBound
    guard x > 0, self[x - 1, run.row].isOfRightToLeftText else { return x }
    return x > 1 && self[x - 1, run.row].isContinuation ? x - 2 : x - 1
  }
}

extension ArraySlice<Cell> {
  /// The cell in a column, if this is a row.
  func cell(_ column: Int) -> Cell { self[startIndex + column] }

  /// Neighbouring columns of one style, if this is a row.
  func stretches(in columns: Range<Int>) -> [(columns: Range<Int>, style: Style)] {
    var stretches: [(columns: Range<Int>, style: Style)] = []
    var start = columns.lowerBound
    while start < columns.upperBound {
      let style = cell(start).style
      var end = start + 1
      while end < columns.upperBound, cell(end).style == style { end += 1 }
      stretches.append((start..<end, style))
      start = end
    }
    return stretches
  }
}
