/// Rows of a picture that moved up or down together, as a list does that is scrolled.
///
/// A terminal moves them by itself, told with a few bytes.
public struct RowShift: Hashable, Sendable {
  /// The rows within which they moved.
  public let rows: Range<Int>
  /// How far they moved: up if it is positive, down if it is negative.
  public let distance: Int

  /// Creates a shift of rows, by fewer rows than there are.
  public init(rows: Range<Int>, distance: Int) {
    self.rows = rows
    self.distance = distance
  }

  /// The row whose content a row gets; nil for one that becomes blank, as nothing moves into it.
  func source(of row: Int) -> Int? {
    guard rows.contains(row) else { return row }
    return rows.contains(row + distance) ? row + distance : nil
  }
}

extension CellBuffer {
  /// With fewer moved rows than these, painting takes hardly more than moving them.
  private static let leastMovedRows = 4

  /// The shift after which fewer rows have to be painted; nil if none is worth its while.
  ///
  /// - Parameter changed: The rows that differ, in order.
  /// - Complexity: linear in the number of cells.
  func shift(of changed: [Int], since old: CellBuffer) -> RowShift? {
    guard changed.count > Self.leastMovedRows, let distance = distance(of: changed, since: old) else { return nil }
    let moved = changed.filter { (0..<size.height).contains($0 + distance) && isRow($0, row: $0 + distance, of: old) }
    guard var first = moved.first, var last = moved.last else { return nil }
    var count = moved.count
    // Those at the ends may have changed a little besides, as a scroll bar moves on.
    while isNearer(first - 1, to: first - 1 + distance, of: old) { (first, count) = (first - 1, count + 1) }
    while isNearer(last + 1, to: last + 1 + distance, of: old) { (last, count) = (last + 1, count + 1) }
    let rows = min(first, first + distance)..<max(last, last + distance) + 1
    // Rows between that stayed where they were have to be painted again.
    let stayed = rows.count - changed.count { rows.contains($0) }
    guard count - stayed > Self.leastMovedRows else { return nil }
    return RowShift(rows: rows, distance: distance)
  }

  /// Whether a row has far fewer cells to paint over another row of the old picture than over the one in its place.
  private func isNearer(_ row: Int, to other: Int, of old: CellBuffer) -> Bool {
    let rows = 0..<size.height
    guard rows.contains(row), rows.contains(other) else { return false }
    let limit = differences(row, from: row, of: old, upTo: size.width) / 4
    return limit > 0 && differences(row, from: other, of: old, upTo: limit) < limit
  }

  /// How far one of some changed rows has moved that tells rows apart; those in the middle first, as they hardly ever
  /// leave the picture.
  private func distance(of changed: [Int], since old: CellBuffer) -> Int? {
    for part in [4, 2, 6, 1, 7, 3, 5] {
      let row = changed[changed.count * part / 8]
      guard !isUniform(row) else { continue }
      for length in 1..<changed.count {
        for distance in [length, -length] where (0..<size.height).contains(row + distance) {
          if isRow(row, row: row + distance, of: old) { return distance }
        }
      }
    }
    return nil
  }

  /// This picture after a shift; the rows that nothing moved into are blank.
  func shifted(by shift: RowShift) -> CellBuffer {
    var result = self
    for row in shift.rows {
      if let source = shift.source(of: row) {
        result.copyRow(row, from: source, of: self)
      } else {
        result.clearRow(row)
      }
    }
    return result
  }
}
