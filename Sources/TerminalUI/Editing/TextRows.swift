/// The rows in which a text is shown, found from any offset in it without laying out the rest.
///
/// Offsets are in UTF-8.
/// - Complexity: a line is laid out once, when it is first needed; after that, look-ups are linear in the number of
///   lines kept, and logarithmic in the length of the line.
struct TextRows: Sendable {
  /// The most lines kept; many more than a screen shows.
  private static let limit = 256

  /// The columns to wrap at; nil shows each line in one row.
  let width: Int?
  /// The number of lines laid out since the text changed, for tests.
  private(set) var layoutCount = 0
  /// The number of bytes laid out since the text changed, for tests.
  private(set) var layoutBytes = 0

  private var text: String
  private var lines: [TextLine] = []
  /// The line with the first difference from the text before, as far as it is the same.
  private var beginning: TextLine.Beginning?

  init(_ text: String, width: Int?) {
    self.text = text
    self.width = width
  }

  /// Whether these are the rows of a text in a width.
  func areRows(of text: String, width: Int?) -> Bool { self.width == width && self.text.hasSameBytes(as: text) }

  /// Changes the text; what comes before the first difference is not laid out again.
  ///
  /// - Complexity: as comparing memory, and linear in the number of lines and rows kept.
  mutating func follow(_ text: String) {
    let offset = text.commonPrefixLength(with: self.text)
    beginning = lines.last { $0.contains(offset) }?.beginning(before: offset)
    lines.removeAll { $0.range.upperBound >= offset }
    (self.text, layoutCount, layoutBytes) = (text, 0, 0)
  }

  /// The row of the character at an offset.
  mutating func row(at offset: Int) -> TextRow { line(at: offset).row(at: offset) }

  /// The row below; nil if there is none.
  mutating func row(after row: TextRow) -> TextRow? {
    guard row.endsLine else { return line(at: row.range.upperBound).rows[row.number + 1] }
    return row.range.upperBound < text.utf8.count ? line(at: row.range.upperBound + 1).rows[0] : nil
  }

  /// The row above; nil if there is none.
  mutating func row(before row: TextRow) -> TextRow? {
    guard row.number == 0 else { return line(at: row.range.lowerBound).rows[row.number - 1] }
    return row.range.lowerBound > 0 ? line(at: row.range.lowerBound - 1).rows.last : nil
  }

  /// The row so many rows below another one, or above if negative; the first or the last if there are not as many.
  mutating func row(_ distance: Int, below start: TextRow) -> TextRow {
    var row = start
    for _ in 0..<abs(distance) {
      guard let next = distance < 0 ? self.row(before: row) : self.row(after: row) else { break }
      row = next
    }
    return row
  }

  /// At most `count` rows, from one on.
  mutating func rows(from first: TextRow, count: Int) -> [TextRow] {
    var found = [first]
    while found.count < count, let next = row(after: found[found.count - 1]) { found.append(next) }
    return found
  }

  /// At most `count` rows, up to one.
  mutating func rows(upTo last: TextRow, count: Int) -> [TextRow] {
    var found = [last]
    while found.count < count, let next = row(before: found[found.count - 1]) { found.append(next) }
    return found.reversed()
  }

  /// Whether a text has at most so many rows.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - width: The columns to wrap at; nil shows each line in one row.
  ///   - rows: The number of rows.
  /// - Complexity: linear in the text in these rows, whatever the length of the text.
  static func fits(_ text: String, width: Int?, rows: Int) -> Bool {
    var ended = 0
    var wrapping = LineWrapping(start: 0, width: width ?? .max)
    for character in text {
      if character == "\n" {
        ended += wrapping.endedRows + 1
        wrapping = LineWrapping(start: 0, width: width ?? .max)
      } else if width != nil {
        wrapping.add(character)
      }
      if ended + wrapping.endedRows >= rows { return false }
    }
    return true
  }

  /// The column of an offset in its row.
  mutating func column(of offset: Int, in row: TextRow) -> Int {
    let stop = line(at: row.range.lowerBound).stop(in: row) { $0.offset <= offset }
    return CellColumns.end(of: text[text.indices(stop.offset..<offset)], from: stop.column)
  }

  /// The offset in a row that covers a column, or the last one in the row.
  mutating func offset(at column: Int, in row: TextRow) -> Int {
    let stop = stop(before: column, in: row)
    let part = text[text.indices(stop.offset..<row.range.upperBound)]
    var index = CellColumns.index(in: part, at: column, from: stop.column)
    if index == part.endIndex, !row.endsLine, !part.isEmpty { index = part.index(before: index) }
    return text.offset(index)
  }

  /// An offset in a row from which to draw so that a column is drawn.
  mutating func stop(before column: Int, in row: TextRow) -> TextLine.Stop {
    line(at: row.range.lowerBound).stop(in: row) { $0.column <= column }
  }

  private mutating func line(at offset: Int) -> TextLine {
    if let known = lines.last(where: { $0.contains(offset) }) { return known }
    let range = text.lineStart(of: offset)..<text.lineEnd(of: offset)
    let beginning = knownBeginning(of: range) ?? TextLine.Beginning(start: range.lowerBound)
    let rest = beginning.end.offset..<range.upperBound
    let line = TextLine(text[text.indices(rest)], after: beginning, width: width)
    (layoutCount, layoutBytes) = (layoutCount + 1, layoutBytes + rest.count)
    if lines.count == Self.limit { lines = [] }
    lines.append(line)
    return line
  }

  private func knownBeginning(of line: Range<Int>) -> TextLine.Beginning? {
    guard let beginning, beginning.start == line.lowerBound, beginning.end.offset <= line.upperBound else { return nil }
    return beginning
  }
}
