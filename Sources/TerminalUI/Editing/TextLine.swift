import DocketLocking

/// A row in which a part of a text is shown; offsets are in UTF-8.
struct TextRow: Hashable, Sendable {
  /// The part of the text, without the line end.
  let range: Range<Int>
  /// Whether the line ends here; if not, the end of the range belongs to the next row.
  let endsLine: Bool
  /// The index of the row in its line.
  let number: Int
}

/// A line of a text, laid out in rows; offsets are in UTF-8.
struct TextLine: Sendable {
  /// The border of a character, and the number of columns before it.
  struct Stop: Hashable, Sendable {
    let offset: Int
    let column: Int
  }

  /// The columns between stops.
  private static let step = 256

  /// The part of the text, without the line end.
  let range: Range<Int>
  /// At least one.
  let rows: [TextRow]
  /// The stops, in order, from which columns are counted in a line that is not wrapped.
  private let stops: [Stop]

  /// Lays a line out.
  ///
  /// - Parameters:
  ///   - rest: The line after its beginning.
  ///   - beginning: The part that is laid out already.
  ///   - width: The columns to wrap at; nil for one row.
  /// - Complexity: linear in the length of the rest.
  init(_ rest: Substring, after beginning: Beginning, width: Int?) {
    range = beginning.start..<beginning.end.offset + rest.utf8.count
    if let width {
      var wrapping = LineWrapping(start: beginning.end.offset, width: width, after: beginning.rows)
      for character in rest { wrapping.add(character) }
      (rows, stops) = (wrapping.finish(), [])
    } else {
      rows = [TextRow(range: range, endsLine: true, number: 0)]
      stops = beginning.stops + Self.stops(in: rest, after: beginning.end)
    }
  }

  /// Whether an offset is in the line, or at its end.
  func contains(_ offset: Int) -> Bool { range.lowerBound <= offset && offset <= range.upperBound }

  /// The row of the character at an offset.
  ///
  /// - Complexity: O(log n) in the number of rows.
  func row(at offset: Int) -> TextRow {
    rows[rows.partitioningIndex { $0.range.lowerBound > offset } - 1]
  }

  /// The last stop that satisfies a condition, which holds for all stops before it.
  func stop(in row: TextRow, where isBefore: (Stop) -> Bool) -> Stop {
    let count = stops.partitioningIndex { !isBefore($0) }
    return count > 0 ? stops[count - 1] : Stop(offset: row.range.lowerBound, column: 0)
  }

  private static func stops(in rest: Substring, after end: Stop) -> [Stop] {
    var (stops, offset, column, next) = ([Stop](), end.offset, end.column, end.column + step)
    for character in rest {
      if column >= next {
        stops.append(Stop(offset: offset, column: column))
        next = column + step
      }
      column += CellColumns.width(of: character, at: column)
      offset += character.utf8.count
    }
    return stops
  }
}

// MARK: - Laying out again

extension TextLine {
  /// The layout of a line before an offset in it.
  struct Beginning: Sendable {
    /// Where the line starts.
    let start: Int
    /// The rows before the end, where lines are wrapped.
    fileprivate var rows: [TextRow] = []
    /// The stops up to the end, where they are not.
    fileprivate var stops: [Stop] = []
    /// The border of a character, from which the rest can be laid out.
    let end: Stop

    /// A beginning of which only the start is known.
    init(start: Int) { (self.start, end) = (start, Stop(offset: start, column: 0)) }

    fileprivate init(start: Int, rows: [TextRow], stops: [Stop], end: Stop) {
      (self.start, self.rows, self.stops, self.end) = (start, rows, stops, end)
    }
  }

  /// The layout that stays valid when the text changes from an offset on.
  ///
  /// The change may join the character before it, and move the start of that character's row; so the row of the offset
  /// and the two above it are not kept.
  func beginning(before offset: Int) -> Beginning {
    let count = row(at: offset).number - 2
    if count > 0 {
      let end = Stop(offset: rows[count].range.lowerBound, column: 0)
      return Beginning(start: range.lowerBound, rows: Array(rows[..<count]), stops: [], end: end)
    }
    let kept = stops[..<max(0, stops.partitioningIndex { $0.offset >= offset } - 1)]
    guard let end = kept.last else { return Beginning(start: range.lowerBound) }
    return Beginning(start: range.lowerBound, rows: [], stops: Array(kept), end: end)
  }
}

// MARK: - Wrapping

/// Divides a line into rows, character by character.
///
/// Rows end after blanks and on both sides of wide glyphs; a word wider than a row is divided anywhere. Blanks that do
/// not fit hang over the end of their row, so that every character belongs to a row.
struct LineWrapping {
  private let width: Int
  private var rows: [TextRow]
  private var start: Int
  private var offset: Int
  private var column = 0
  /// The last offset where the row may end, and its column.
  private var opportunity: (offset: Int, column: Int)?

  /// - Parameters:
  ///   - start: The offset of the first character.
  ///   - width: The columns to wrap at.
  ///   - rows: The rows of the line before the start.
  init(start: Int, width: Int, after rows: [TextRow] = []) {
    self.start = start
    self.width = max(1, width)
    self.rows = rows
    offset = start
  }

  /// The number of complete rows.
  var endedRows: Int { rows.count }

  mutating func add(_ character: Character) {
    let columns = CellColumns.width(of: character, at: column)
    if columns == 2, offset > start { opportunity = (offset, column) }
    // A character of several columns may not fit behind what is carried over, so rows end until it does.
    while column + columns > width, offset > start, !character.isWhitespace { endRow() }
    column += columns
    offset += character.utf8.count
    if character.isWhitespace || columns == 2 { opportunity = (offset, column) }
  }

  /// The rows, at least one.
  consuming func finish() -> [TextRow] {
    rows.append(TextRow(range: start..<offset, endsLine: true, number: rows.count))
    return rows
  }

  private mutating func endRow() {
    let end = opportunity ?? (offset, column)
    rows.append(TextRow(range: start..<end.offset, endsLine: false, number: rows.count))
    start = end.offset
    column -= end.column
    opportunity = nil
  }
}

// MARK: - Columns

/// Converts between the characters of a line and its columns.
enum CellColumns {
  /// The number of columns of a character at a column.
  static func width(of character: Character, at column: Int) -> Int {
    if let byte = character.asciiValue, (0x20..<0x7F).contains(byte) { return 1 }
    if character == "\t" { return CellLine.tabWidth - column % CellLine.tabWidth }
    return CellLine(String(character)).width
  }

  /// The column after a part of a line that starts at a column.
  static func end(of part: Substring, from column: Int) -> Int {
    part.reduce(column) { $0 + width(of: $1, at: $0) }
  }

  /// The index of the character that covers a column; the end of the line if none does.
  ///
  /// - Parameters:
  ///   - line: The line, or a part of it.
  ///   - column: The column.
  ///   - start: The column where `line` starts.
  /// - Complexity: linear in the columns between.
  static func index(in line: Substring, at column: Int, from start: Int = 0) -> String.Index {
    var (index, x) = (line.startIndex, start)
    while index < line.endIndex {
      x += width(of: line[index], at: x)
      if x > column { return index }
      index = line.index(after: index)
    }
    return index
  }
}
