extension TerminalEmulator {
  mutating func put(_ text: String, width: Int) {
    if width == 0 { return combine(text) }
    if joinsClusters, join(text) { return }
    if wrapsNext || column + width > columns {
      move(toColumn: 0)
      lineFeed()
    }
    guard column + width <= columns else { return }
    blankHalves(around: column..<column + width)
    cells[row][column] = Cell(text: text, style: style)
    if width == 2 { cells[row][column + 1] = Cell(text: "", style: style) }
    lastText = text
    hasMoved = false
    wrapsNext = column + width == columns
    column = min(column + width, columns - 1)
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
      cells[row][column] = Cell(text: "", style: style)
      column += 1
    }
  }

  /// Takes a scalar into the cluster that it continues.
  private mutating func join(_ text: String) -> Bool {
    guard !hasMoved, (cells[row][lastCell].text + text).count == 1 else { return false }
    let cell = lastCell
    cells[row][cell].text += text
    if cell + 1 == column, column + 1 < columns {
      cells[row][column] = Cell(text: "", style: style)
      column += 1
    }
    return true
  }

  /// A wide glyph that loses one half to others loses the other one too.
  private mutating func blankHalves(around range: Range<Int>) {
    if cells[row][range.lowerBound].text.isEmpty, range.lowerBound > 0 { cells[row][range.lowerBound - 1].text = " " }
    if range.upperBound < columns, cells[row][range.upperBound].text.isEmpty { cells[row][range.upperBound].text = " " }
  }

  mutating func move(toColumn newColumn: Int) {
    column = min(max(newColumn, 0), columns - 1)
    (wrapsNext, hasMoved) = (false, true)
  }

  mutating func move(toRow newRow: Int) {
    row = min(max(newRow, 0), rows - 1)
    (wrapsNext, hasMoved) = (false, true)
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

  mutating func erase(_ range: Range<Int>, inRow row: Int) {
    for column in range.clamped(to: 0..<columns) { cells[row][column] = Cell(text: " ", style: Self.background(style)) }
  }

  mutating func eraseDisplay(_ what: Int) {
    eraseLine(what)
    let others = what == 0 ? row + 1..<rows : what == 1 ? 0..<row : 0..<rows
    for row in others { erase(0..<columns, inRow: row) }
  }

  mutating func eraseLine(_ what: Int) {
    erase(what == 0 ? column..<columns : what == 1 ? 0..<column + 1 : 0..<columns, inRow: row)
  }

  /// Erased cells keep the background only.
  private static func background(_ style: String) -> String {
    style.split(separator: " ").filter { $0.hasPrefix("bg") }.joined(separator: " ")
  }
}
