/// The rows in which a text is shown, found from any place in it without laying out the rest.
///
/// - Complexity: a line is laid out once, when something is asked about it first; after that, questions are linear in the
///   number of lines kept, and logarithmic in the length of the line.
struct TextRows: Sendable {
  /// The lines kept; many more than a screen shows.
  private static let limit = 256

  private(set) var text: String
  /// The columns to wrap at; nil shows each line in one row.
  let width: Int?
  /// How many lines were laid out, and how many of their bytes, for tests.
  private(set) var layoutCount = 0
  private(set) var layoutBytes = 0

  private var lines: [TextLine] = []
  /// The line with the first difference from the text before, as far as it is the same.
  private var beginning: TextLine.Beginning?

  init(_ text: String, width: Int?) {
    self.text = text
    self.width = width
  }

  /// Whether these are the rows of a text.
  func areRows(of text: String, width: Int?) -> Bool { self.width == width && self.text.hasSameBytes(as: text) }

  /// Shows another text; what comes before the first difference is not laid out again.
  ///
  /// - Complexity: as comparing memory, and linear in the number of lines and rows kept.
  mutating func follow(_ text: String) {
    let place = text.sameBytes(as: self.text)
    beginning = lines.last { $0.contains(place) }?.beginning(before: place)
    lines.removeAll { $0.range.upperBound >= place }
    (self.text, layoutCount, layoutBytes) = (text, 0, 0)
  }

  /// The row of the character at a place.
  mutating func row(at place: Int) -> TextRow { line(at: place).row(at: place) }

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

  /// The column of a place in its row.
  mutating func column(of place: Int, in row: TextRow) -> Int {
    let stop = line(at: row.range.lowerBound).stop(in: row) { $0.place <= place }
    return CellColumns.end(of: text[indices(stop.place..<place)], from: stop.column)
  }

  /// The place in a row that covers a column, or the last one in it.
  mutating func place(at column: Int, in row: TextRow) -> Int {
    let stop = stop(before: column, in: row)
    let part = text[indices(stop.place..<row.range.upperBound)]
    var index = CellColumns.index(in: part, at: column, from: stop.column)
    if index == part.endIndex, !row.endsLine, !part.isEmpty { index = part.index(before: index) }
    return text.utf8.distance(from: text.startIndex, to: index)
  }

  /// A place in a row from which to draw what begins at a column.
  mutating func stop(before column: Int, in row: TextRow) -> TextLine.Stop {
    line(at: row.range.lowerBound).stop(in: row) { $0.column <= column }
  }

  private mutating func line(at place: Int) -> TextLine {
    if let known = lines.last(where: { $0.contains(place) }) { return known }
    let range = text.lineStart(of: place)..<text.lineEnd(of: place)
    let beginning = known(before: range) ?? TextLine.Beginning(start: range.lowerBound)
    let rest = beginning.end.place..<range.upperBound
    let line = TextLine(text[indices(rest)], after: beginning, width: width)
    (layoutCount, layoutBytes) = (layoutCount + 1, layoutBytes + rest.count)
    if lines.count == Self.limit { lines = [] }
    lines.append(line)
    return line
  }

  /// What is known of the beginning of a line.
  private func known(before range: Range<Int>) -> TextLine.Beginning? {
    guard let beginning, beginning.start == range.lowerBound, beginning.end.place <= range.upperBound else {
      return nil
    }
    return beginning
  }

  private func index(_ place: Int) -> String.Index { text.utf8.index(text.startIndex, offsetBy: place) }

  private func indices(_ range: Range<Int>) -> Range<String.Index> { index(range.lowerBound)..<index(range.upperBound) }
}
