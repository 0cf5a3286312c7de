/// Which character of a line stands in which column.
enum CellColumns {
  /// The columns that a character takes when it stands at a column.
  static func width(of character: Character, at column: Int) -> Int {
    if let byte = character.asciiValue, (0x20..<0x7F).contains(byte) { return 1 }
    if character == "\t" { return CellLine.tabWidth - column % CellLine.tabWidth }
    return CellLine(String(character)).width
  }

  /// The column behind a part of a line that starts at a column.
  static func end(of part: Substring, from column: Int) -> Int {
    part.reduce(column) { $0 + width(of: $1, at: $0) }
  }

  /// The index of the character that covers a column; the end of the line if none does.
  ///
  /// - Parameter start: The column where the line starts.
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
