/// Which row of a list is selected and which one is at the top: a value, without rows.
///
/// The selected row is always visible, and there is always one while there are rows.
public struct ListSelection: Hashable, Sendable {
  /// The number of rows in the list.
  public private(set) var count = 0
  /// The selected row; nil only in an empty list.
  public private(set) var index: Int?
  /// The row at the top.
  public private(set) var offset = 0
  /// The number of rows visible.
  public private(set) var height = 0

  /// Creates the selection of an empty list.
  public init() {}

  /// The rows on the screen.
  public var visible: Range<Int> { offset..<min(count, offset + height) }

  /// Selects a row, or the nearest there is.
  public mutating func select(_ wanted: Int) {
    index = count == 0 ? nil : wanted.clamped(to: 0...(count - 1))
    reveal()
  }

  /// Selects the row so many below, or above if negative.
  public mutating func move(by rows: Int) { select((index ?? 0).adding(rows)) }

  /// Shows and selects the row so many pages below, or above if negative; neighbouring pages share a row.
  public mutating func movePage(_ pages: Int) {
    let (pageStep, overflows) = pages.multipliedReportingOverflow(by: max(1, height - 1))
    let step = overflows ? (pages < 0 ? .min : .max) : pageStep
    offset = offset.adding(step)
    move(by: step)
  }

  /// Scrolls, taking the selection along only where it would leave the screen.
  public mutating func scroll(by rows: Int) {
    offset = offset.adding(rows)
    limitOffset()
    guard let index, !visible.isEmpty else { return }
    self.index = index.clamped(to: visible.lowerBound...(visible.upperBound - 1))
  }

  /// Follows a change of the list.
  ///
  /// - Parameters:
  ///   - count: The number of rows now.
  ///   - index: Where the selected row is now; nil if it is gone, and then its place is kept.
  public mutating func update(count: Int, index: Int?) {
    let old = self.index
    self.count = max(0, count)
    // The selected row keeps its place on the screen too; but at the beginning of the list what comes first is shown.
    if offset > 0, let old, let index { offset = offset.adding(index.clamped(to: 0...max(0, self.count)) - old) }
    select(index ?? old ?? 0)
  }

  /// Follows a change of the screen.
  public mutating func update(height: Int) {
    guard height != self.height else { return }
    self.height = max(0, height)
    reveal()
  }

  private mutating func reveal() {
    if let index {
      if index < offset { offset = index }
      if height > 0, index >= offset.adding(height) { offset = index - height + 1 }
    }
    limitOffset()
  }

  private mutating func limitOffset() { offset = offset.clamped(to: 0...max(0, count - height)) }
}

extension Int {
  /// The sum, or the nearest number there is.
  fileprivate func adding(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other < 0 ? .min : .max) : sum
  }
}
