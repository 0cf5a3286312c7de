/// Which character of a line stands in which column.
enum CellColumns {
  /// The columns that a character takes when it stands at a column.
  static func width(of character: Character, at column: Int) -> Int {
    if let byte = character.asciiValue, (0x20..<0x7F).contains(byte) { return 1 }
    if character == "\t" { return CellLine.tabWidth - column % CellLine.tabWidth }
    return CellLine(String(character)).width
  }

  /// The index of the character that covers a column; the end of the line if none does.
  ///
  /// - Complexity: linear in the column.
  static func index(in line: Substring, at column: Int) -> String.Index {
    var (index, x) = (line.startIndex, 0)
    while index < line.endIndex {
      x += width(of: line[index], at: x)
      if x > column { return index }
      index = line.index(after: index)
    }
    return index
  }
}
