extension CellBuffer {
  /// The cells of this grid that a screen showing `old` has to paint; all of them if the sizes differ.
  ///
  /// - Complexity: linear in the number of cells.
  public func changes(since old: CellBuffer) -> [CellRun] {
    guard old.size == size else { return everything }
    var runs: [CellRun] = []
    for y in 0..<size.height where differs(in: y, from: old) { appendChanges(in: y, since: old, to: &runs) }
    return runs
  }

  /// Every cell, as one run for each row.
  public var everything: [CellRun] {
    guard size.width > 0 else { return [] }
    return (0..<size.height).map { CellRun(row: $0, columns: 0..<size.width) }
  }

  /// A grid that shows this one after `runs` were painted over `old`.
  public func applied(_ runs: [CellRun], to old: CellBuffer) -> CellBuffer {
    guard old.size == size else { return self }
    var result = old
    for run in runs { result.copy(run, from: self) }
    return result
  }

  private func differs(in y: Int, from old: CellBuffer) -> Bool {
    let (new, old) = (cells.span, old.cells.span)
    for index in y * size.width..<(y + 1) * size.width where new[index] != old[index] { return true }
    return false
  }

  private func appendChanges(in y: Int, since old: CellBuffer, to runs: inout [CellRun]) {
    var x = 0
    while x < size.width {
      guard self[x, y] != old[x, y] else {
        x += 1
        continue
      }
      var start = x
      while start > 0, isInsideGlyph(start, y, old) { start -= 1 }
      while x < size.width, self[x, y] != old[x, y] || isInsideGlyph(x, y, old) { x += 1 }
      runs.append(CellRun(row: y, columns: start..<x))
    }
  }

  /// Whether a wide glyph, in either grid, reaches into this column from the left.
  private func isInsideGlyph(_ x: Int, _ y: Int, _ old: CellBuffer) -> Bool {
    self[x, y].isContinuation || old[x, y].isContinuation
  }
}
