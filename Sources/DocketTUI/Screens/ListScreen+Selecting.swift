/// The items that commands act on, other than the one under the cursor.
extension ListScreen {
  /// Selects, and goes on to the next row.
  func toggleSelection() {
    list.toggleMark()
    list.select { $0.move(by: 1) }
  }

  func selectAll() {
    if list.marked.count >= rows.count { list.unmarkAll() } else { list.markAll() }
  }

  /// Takes away what has left the list, unless finding that out would take long.
  func dropSelectionOfGoneItems() {
    let marked = list.marked
    guard !marked.isEmpty, marked.count.multipliedReportingOverflow(by: rows.count).partialValue < 5_000_000 else {
      return
    }
    list.keepMarks { rows.index(of: $0) != nil }
  }
}
