/// The cursor of a list and the rows that are visible: a value, without rows.
///
/// The row under the cursor is always visible, and there is always one while there are rows.
public struct ListSelection: Hashable, Sendable {
  /// The number of rows in the list.
  public private(set) var count = 0
  /// The row under the cursor; nil only in an empty list.
  public private(set) var index: Int?
  /// The row at the top.
  public private(set) var offset = 0
  /// The number of rows that have room.
  public private(set) var height = 0

  /// Creates the selection of an empty list.
  public init() {}

  /// The rows on the screen.
  public var visible: Range<Int> { offset..<min(count, offset + height) }

  /// Puts the cursor on a row, or on the nearest there is.
  public mutating func select(_ wanted: Int) {
    index = count == 0 ? nil : wanted.clamped(to: 0...(count - 1))
    reveal()
  }

  /// Moves the cursor; a page scrolls as far as the cursor moves.
  public mutating func move(_ motion: Motion) {
    let step = motion.rowsDown(height: height)
    if case .pages = motion { offset = offset.adding(step) }
    move(by: step)
  }

  /// Moves the cursor by this many rows, up if negative.
  public mutating func move(by rows: Int) { select((index ?? 0).adding(rows)) }

  /// Moves the cursor by this many pages, up if negative; adjacent pages share a row.
  public mutating func movePage(_ pages: Int) { move(.pages(pages)) }

  /// Scrolls by this many rows, moving the cursor only where it would leave the screen.
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
  ///   - index: Where the row under the cursor is now; nil if it is gone, and then the cursor keeps its index.
  public mutating func update(count: Int, index: Int?) {
    let old = self.index
    self.count = max(0, count)
    // The row keeps its place on the screen; but at the top of the list, new first rows are shown.
    if offset > 0, let old, let index { offset = offset.adding(index.clamped(to: 0...max(0, self.count)) - old) }
    select(index ?? old ?? 0)
  }

  /// Follows a change of the height.
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
