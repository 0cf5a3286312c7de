/// The cells of an emulated terminal with its cursor: writing, moving, scrolling and erasing.
struct TerminalGrid: Sendable {
  /// One column of a row.
  struct Cell: Hashable, Sendable {
    /// A cluster; empty in the second column of a wide one.
    var text = " "
    var style = ""
    /// Where its link leads; empty without one.
    var link = ""

    /// What a person sees of it: of a blank the background, the underline and swapped colours.
    ///
    /// A blank that was erased has no other style than that, and one that was written may have any.
    var seen: Cell {
      guard text == " " else { return self }
      let parts = style.split(separator: " ").filter { $0 == "4" || $0 == "7" || $0.hasPrefix("bg") }
      return parts.contains("7") ? self : Cell(text: text, style: parts.joined(separator: " "), link: link)
    }
  }

  private(set) var columns: Int
  private(set) var rows: Int
  private(set) var cells: [[Cell]]
  private(set) var column = 0
  private(set) var row = 0
  /// The style of what is written next.
  var style = ""
  /// The link of what is written next; empty for none.
  var link = ""
  /// The rows that scroll.
  private(set) var scrolling: ClosedRange<Int>

  /// Whether the last column was written, so that the next character begins a new line.
  private var wrapsNext = false
  private var saved = (column: 0, row: 0, style: "")
  /// The cells that the alternate screen hides.
  private var hidden: [[Cell]]?
  private var lastText = " "
  /// Whether the cursor was moved since something was written.
  private var hasMoved = true
  /// Whether an emoji of several scalars is drawn as one, as in newer terminals, or part by part.
  private let joinsClusters: Bool

  init(columns: Int, rows: Int, joinsClusters: Bool) {
    (self.columns, self.rows, self.joinsClusters) = (columns, rows, joinsClusters)
    cells = Self.blank(columns, rows)
    scrolling = 0...rows - 1
  }

  /// Whether the alternate screen is shown.
  var isAlternate: Bool { hidden != nil }

  private static func blank(_ columns: Int, _ rows: Int) -> [[Cell]] {
    Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
  }

  // MARK: - Size and screens

  mutating func resize(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    cells = Self.resized(cells, columns, rows)
    hidden = hidden.map { Self.resized($0, columns, rows) }
    place(column: column, row: row)
    scrolling = 0...rows - 1
  }

  private static func resized(_ cells: [[Cell]], _ columns: Int, _ rows: Int) -> [[Cell]] {
    (0..<rows).map { row in
      (0..<columns).map { column in
        row < cells.count && column < cells[row].count ? cells[row][column] : Cell()
      }
    }
  }

  mutating func setAlternate(_ isOn: Bool) {
    guard isOn != isAlternate else { return }
    if isOn {
      saveCursor()
      hidden = cells
      cells = Self.blank(columns, rows)
    } else {
      cells = hidden ?? cells
      hidden = nil
      place(column: saved.column, row: saved.row)
    }
  }

  // MARK: - Writing

  mutating func put(_ text: String, width: Int) {
    if width == 0 { return combine(text) }
    if joinsClusters, join(text) { return }
    if wrapsNext || column + width > columns {
      move(toColumn: 0)
      lineFeed()
    }
    guard column + width <= columns else { return }
    blankHalves(around: column..<column + width)
    cells[row][column] = Cell(text: text, style: style, link: link)
    if width == 2 { cells[row][column + 1] = Cell(text: "", style: style, link: link) }
    lastText = text
    hasMoved = false
    wrapsNext = column + width == columns
    column = min(column + width, columns - 1)
  }

  /// Writes the last character again.
  mutating func repeatLast(_ count: Int) {
    for _ in 0..<min(count, columns) { put(lastText, width: 1) }
  }

  /// The cell that the cursor has just left.
  private var lastCell: Int {
    let last = wrapsNext ? column : max(0, column - 1)
    return cells[row][last].text.isEmpty ? max(0, last - 1) : last
  }

  private mutating func combine(_ text: String) {
    let cell = lastCell
    cells[row][cell].text += text
    if joinsClusters, text == "\u{FE0F}", cell + 1 == column, column + 1 < columns {
      blankHalves(around: column..<column + 1)
      cells[row][column] = Cell(text: "", style: style, link: link)
      column += 1
    }
  }

  /// Takes a scalar into the cluster that it continues.
  private mutating func join(_ text: String) -> Bool {
    guard !hasMoved, (cells[row][lastCell].text + text).count == 1 else { return false }
    let cell = lastCell
    cells[row][cell].text += text
    if cell + 1 == column, column + 1 < columns {
      cells[row][column] = Cell(text: "", style: style, link: link)
      column += 1
    }
    return true
  }

  /// Blanks the other half of a wide glyph that loses one.
  private mutating func blankHalves(around range: Range<Int>) {
    if cells[row][range.lowerBound].text.isEmpty, range.lowerBound > 0 { cells[row][range.lowerBound - 1].text = " " }
    if range.upperBound < columns, cells[row][range.upperBound].text.isEmpty { cells[row][range.upperBound].text = " " }
  }

  // MARK: - Moving

  mutating func move(toColumn newColumn: Int) {
    column = min(max(newColumn, 0), columns - 1)
    (wrapsNext, hasMoved) = (false, true)
  }

  mutating func move(toRow newRow: Int) {
    row = min(max(newRow, 0), rows - 1)
    (wrapsNext, hasMoved) = (false, true)
  }

  mutating func saveCursor() { saved = (column, row, style) }

  mutating func restoreCursor() { (column, row, style, wrapsNext) = (saved.column, saved.row, saved.style, false) }

  private mutating func place(column: Int, row: Int) {
    (self.column, self.row, wrapsNext) = (min(column, columns - 1), min(row, rows - 1), false)
  }

  // MARK: - Scrolling

  mutating func setScrolling(top: Int, bottom: Int) {
    if top < bottom || rows == 1 { scrolling = min(top, bottom)...bottom }
    move(toRow: 0)
    move(toColumn: 0)
  }

  mutating func lineFeed() {
    wrapsNext = false
    if row == scrolling.upperBound { deleteLines(1, at: scrolling.lowerBound) } else { move(toRow: row + 1) }
  }

  mutating func reverseLineFeed() {
    wrapsNext = false
    if row == scrolling.lowerBound { insertLines(1, at: row) } else { move(toRow: row - 1) }
  }

  mutating func insertLines(_ count: Int, at line: Int) {
    guard scrolling.contains(line) else { return }
    for _ in 0..<min(count, rows) {
      cells.remove(at: scrolling.upperBound)
      cells.insert(Array(repeating: Cell(), count: columns), at: line)
    }
  }

  mutating func deleteLines(_ count: Int, at line: Int) {
    guard scrolling.contains(line) else { return }
    for _ in 0..<min(count, rows) {
      cells.remove(at: line)
      cells.insert(Array(repeating: Cell(), count: columns), at: scrolling.upperBound)
    }
  }

  // MARK: - Cells of a row

  mutating func insertCells(_ count: Int) {
    for _ in 0..<min(count, columns) {
      cells[row].removeLast()
      cells[row].insert(Cell(), at: column)
    }
  }

  mutating func deleteCells(_ count: Int) {
    for _ in 0..<min(count, columns) {
      cells[row].remove(at: column)
      cells[row].append(Cell())
    }
  }

  mutating func eraseCells(_ count: Int) { erase(column..<column + count, inRow: row) }

  mutating func eraseDisplay(_ what: Int) {
    eraseLine(what)
    let others = what == 0 ? row + 1..<rows : what == 1 ? 0..<row : 0..<rows
    for row in others { erase(0..<columns, inRow: row) }
  }

  mutating func eraseLine(_ what: Int) {
    erase(what == 0 ? column..<columns : what == 1 ? 0..<column + 1 : 0..<columns, inRow: row)
  }

  private mutating func erase(_ range: Range<Int>, inRow row: Int) {
    for column in range.clamped(to: 0..<columns) { cells[row][column] = Cell(text: " ", style: Self.background(style)) }
  }

  /// Erased cells keep the background only.
  private static func background(_ style: String) -> String {
    style.split(separator: " ").filter { $0.hasPrefix("bg") }.joined(separator: " ")
  }
}
