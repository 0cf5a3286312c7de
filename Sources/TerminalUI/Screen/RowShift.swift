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
    guard let first = moved.first, let last = moved.last else { return nil }
    let rows = min(first, first + distance)..<max(last, last + distance) + 1
    // Rows between that stayed where they were have to be painted again.
    let stayed = rows.count - changed.count { rows.contains($0) }
    guard moved.count - stayed > Self.leastMovedRows else { return nil }
    return RowShift(rows: rows, distance: distance)
  }

  /// How far one of three changed rows has moved that tells rows apart.
  private func distance(of changed: [Int], since old: CellBuffer) -> Int? {
    for part in 1...3 {
      let row = changed[changed.count * part / 4]
      guard !isUniform(row) else { continue }
      for length in 1..<max(2, changed.count / 2) {
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
