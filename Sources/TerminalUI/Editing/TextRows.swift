/// The rows in which a text is shown, found from any place in it without laying out the rest.
///
/// - Complexity: each question is linear in the lines that it touches; a line is laid out once for several questions.
struct TextRows {
  let text: String
  /// The columns to wrap at; nil shows each line in one row.
  let width: Int?

  private var known: (start: Int, rows: [TextRow])?

  init(_ text: String, width: Int?) {
    self.text = text
    self.width = width
  }

  /// The row of the character at a place.
  mutating func row(at place: Int) -> TextRow {
    let rows = rows(ofLineAt: lineStart(of: place))
    // A line has at least one row.
    return rows.last { $0.range.lowerBound <= place } ?? rows[0]
  }

  /// The row below; nil if there is none.
  mutating func row(after row: TextRow) -> TextRow? {
    guard row.endsLine else { return self.row(at: row.range.upperBound) }
    return row.range.upperBound < text.utf8.count ? self.row(at: row.range.upperBound + 1) : nil
  }

  /// The row above; nil if there is none.
  mutating func row(before row: TextRow) -> TextRow? {
    row.range.lowerBound > 0 ? self.row(at: row.range.lowerBound - 1) : nil
  }

  /// The column of a place in its row.
  func column(of place: Int, in row: TextRow) -> Int { CellLine(text[indices(row.range.lowerBound..<place)]).width }

  /// The place in a row that covers a column, or the last one in it.
  func place(at column: Int, in row: TextRow) -> Int {
    let line = text[indices(row.range)]
    var index = CellColumns.index(in: line, at: column)
    if index == line.endIndex, !row.endsLine, !line.isEmpty { index = line.index(before: index) }
    return text.utf8.distance(from: text.startIndex, to: index)
  }

  private mutating func rows(ofLineAt start: Int) -> [TextRow] {
    if let known, known.start == start { return known.rows }
    let rows = layOut(start..<lineEnd(of: start))
    known = (start, rows)
    return rows
  }

  private func layOut(_ line: Range<Int>) -> [TextRow] {
    guard let width else { return [TextRow(range: line, endsLine: true)] }
    var wrapping = LineWrapping(start: line.lowerBound, width: width)
    for character in text[indices(line)] { wrapping.add(character) }
    return wrapping.finish()
  }

  private func index(_ place: Int) -> String.Index { text.utf8.index(text.startIndex, offsetBy: place) }

  private func indices(_ range: Range<Int>) -> Range<String.Index> { index(range.lowerBound)..<index(range.upperBound) }

  private func lineStart(of place: Int) -> Int {
    let end = text.utf8[..<index(place)].lastIndex(of: 0x0A)
    return end.map { text.utf8.distance(from: text.startIndex, to: $0) + 1 } ?? 0
  }

  private func lineEnd(of place: Int) -> Int {
    let end = text.utf8[index(place)...].firstIndex(of: 0x0A)
    return end.map { text.utf8.distance(from: text.startIndex, to: $0) } ?? text.utf8.count
  }
}
