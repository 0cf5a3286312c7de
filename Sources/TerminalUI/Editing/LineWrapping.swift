/// Divides a line into rows, character by character.
///
/// Rows end after blanks and on both sides of wide glyphs; a word wider than a row is divided anywhere. Blanks that do
/// not fit hang over the end of their row, so that every character belongs to a row.
struct LineWrapping {
  private let width: Int
  private var rows: [TextRow] = []
  private var start: Int
  private var place: Int
  private var column = 0
  /// The last place where the row may end, and its column.
  private var opportunity: (place: Int, column: Int)?

  /// - Parameter rows: those of the line that come before the start.
  init(start: Int, width: Int, after rows: [TextRow] = []) {
    self.start = start
    self.width = max(1, width)
    self.rows = rows
    place = start
  }

  /// The rows that are complete.
  var endedRows: Int { rows.count }

  mutating func add(_ character: Character) {
    let columns = CellColumns.width(of: character, at: column)
    if columns == 2, place > start { opportunity = (place, column) }
    // What is carried over may leave no room either, for a mark of several columns.
    while column + columns > width, place > start, !character.isWhitespace { endRow() }
    column += columns
    place += character.utf8.count
    if character.isWhitespace || columns == 2 { opportunity = (place, column) }
  }

  /// The rows, at least one.
  consuming func finish() -> [TextRow] {
    rows.append(TextRow(range: start..<place, endsLine: true, number: rows.count))
    return rows
  }

  private mutating func endRow() {
    let end = opportunity ?? (place, column)
    rows.append(TextRow(range: start..<end.place, endsLine: false, number: rows.count))
    start = end.place
    column -= end.column
    opportunity = nil
  }
}
