extension TextArea {
  /// Scrolls as little as shows the cursor, and leaves no rows empty that could show text.
  ///
  /// - Returns: The visible rows.
  mutating func scrollToCursor() -> [TextRow] {
    layOut()
    let cursor = rows.row(at: editing.cursor)
    scrollSideways(to: rows.column(of: editing.cursor, in: cursor))
    let old = rows.row(at: min(top, text.utf8.count))
    var shown = Self.rows(from: cursor.range.lowerBound < old.range.lowerBound ? cursor : old, area.height, &rows)
    if let last = shown.last, last.range.lowerBound < cursor.range.lowerBound {
      shown = Self.rows(upTo: cursor, area.height, &rows)
    }
    if let last = shown.last, shown.count < area.height { shown = Self.rows(upTo: last, area.height, &rows) }
    top = shown.first?.range.lowerBound ?? 0
    return shown
  }

  private mutating func scrollSideways(to column: Int) {
    guard !wraps else { return left = 0 }
    if column < left { left = column }
    if column >= left + area.width { left = column - area.width + 1 }
  }

  private static func rows(from first: TextRow, _ count: Int, _ rows: inout TextRows) -> [TextRow] {
    var found = [first]
    while found.count < count, let next = rows.row(after: found[found.count - 1]) { found.append(next) }
    return found
  }

  private static func rows(upTo last: TextRow, _ count: Int, _ rows: inout TextRows) -> [TextRow] {
    var found = [last]
    while found.count < count, let next = rows.row(before: found[found.count - 1]) { found.append(next) }
    return found.reversed()
  }
}
