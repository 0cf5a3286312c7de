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
  /// The number of lines that have room.
  public private(set) var height = 0
  /// The rows above which a heading takes a line, ascending; the number of rows for one below all of them.
  ///
  /// None where they would leave no room for a row.
  public var headings: [Int] { height < 2 ? [] : allHeadings }

  private var allHeadings: [Int] = []

  /// Creates the selection of an empty list.
  public init() {}

  /// The rows on the screen.
  public var visible: Range<Int> { offset..<max(offset, min(count, end)) }

  /// The row below the last one that has room, were the list long enough.
  private var end: Int {
    var end = offset.adding(height)
    for heading in headings where heading >= offset && heading < end { end -= 1 }
    return end
  }

  /// Whether a row is on the screen, or would be if the list grew to have it.
  public func hasRoom(for row: Int) -> Bool { row >= offset && row < end }

  /// The line of a visible row on the screen, counted from 0.
  public func line(of row: Int) -> Int { row - offset + headings.count { offset <= $0 && $0 <= row } }

  /// The row in a line of the screen; nil where there is a heading, or none.
  public func row(atLine line: Int) -> Int? {
    guard line >= 0 else { return nil }
    var row = offset.adding(line)
    for heading in headings where heading >= offset && heading <= row {
      // The row in whose line the heading stands is one line further down.
      if heading == row { return nil }
      row -= 1
    }
    return visible.contains(row) ? row : nil
  }

  /// Whether there is a heading above a row.
  func hasHeading(_ row: Int) -> Bool { headings.contains(row) }

  /// Puts the cursor on a row, or on the nearest there is.
  public mutating func select(_ wanted: Int) {
    index = count == 0 ? nil : wanted.clamped(to: 0...(count - 1))
    reveal()
  }

  /// Moves the cursor; a page scrolls as far as the cursor moves.
  public mutating func move(_ motion: Motion) {
    let step = rowsDown(motion)
    if case .pages = motion { offset = offset.adding(step) }
    move(by: step)
  }

  /// How many rows a motion goes down; a page with headings has fewer rows than lines.
  private func rowsDown(_ motion: Motion) -> Int {
    guard !headings.isEmpty else { return motion.rowsDown(height: height) }
    return switch motion {
    case .pages(-1) where offset > 0: min(-1, max(0, firstRow(above: offset)) - offset)
    default: motion.rowsDown(height: visible.count)
    }
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
  ///   - headings: The rows above which a heading takes a line, ascending.
  public mutating func update(count: Int, index: Int?, headings: [Int] = []) {
    let old = self.index
    self.count = max(0, count)
    allHeadings = headings
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
      // A heading below the last row comes into sight with it.
      let last = index == count - 1 ? lastLine : index
      if height > 0 { offset = max(offset, min(firstRow(above: last), index)) }
    }
    limitOffset()
  }

  /// The last row, or the heading below it.
  private var lastLine: Int { headings.last == count ? count : count - 1 }

  private mutating func limitOffset() {
    // The last row stays, even if the heading below it has no room then.
    offset = offset.clamped(to: 0...max(0, min(firstRow(above: lastLine), count - 1)))
  }

  /// The first row on a screen that ends with another row, or with the heading below all.
  private func firstRow(above last: Int) -> Int {
    var first = last - height + 1
    for heading in headings.reversed() where heading <= last && heading < count && heading >= first { first += 1 }
    return min(first, last)
  }
}
