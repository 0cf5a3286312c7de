extension CellLine {
  /// A text as the lines of a column: divided where it has line breaks, and wrapped where it is wider.
  ///
  /// - Parameters:
  ///   - text: Any text; an empty one is one empty line.
  ///   - width: The columns wanted, at least 2.
  ///   - style: The style of every cell.
  /// - Complexity: linear in the length of the text.
  public static func paragraphs(_ text: some StringProtocol, width: Int, style: Style = .plain) -> [CellLine] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap {
      CellLine($0, style: style).wrapped(to: width)
    }
  }

  /// The line as several of at most `width` columns, at least one.
  ///
  /// It is broken at spaces, which are dropped there, and on both sides of wide glyphs, as scripts without spaces are;
  /// a word that is wider than a line is broken anywhere but inside a glyph.
  /// - Parameter width: The columns wanted, at least 2, so that each glyph finds its place.
  /// - Complexity: linear in the width of the line.
  public func wrapped(to width: Int) -> [CellLine] {
    let width = max(2, width)
    var lines: [CellLine] = []
    var rest = cells[...]
    while rest.count > width {
      let end = Self.lineEnd(in: rest, width: width)
      lines.append(CellLine(cells: Array(Self.withoutTrailingSpaces(rest[..<end]))))
      rest = rest[end...].drop(while: \.isSpace)
    }
    if lines.isEmpty || !rest.isEmpty { lines.append(CellLine(cells: Array(rest))) }
    return lines
  }

  /// Where the first line of more cells than fit ends: at the last place where it may, else where it has to.
  private static func lineEnd(in cells: ArraySlice<Cell>, width: Int) -> Int {
    var end = cells.startIndex + width
    while end > cells.startIndex + 1 {
      if mayBreak(cells, before: end) { return end }
      end -= 1
    }
    let last = cells.startIndex + width
    return cells[last].isContinuation ? last - 1 : last
  }

  private static func mayBreak(_ cells: ArraySlice<Cell>, before place: Int) -> Bool {
    let (left, right) = (cells[place - 1], cells[place])
    if right.isContinuation { return false }
    return right.isSpace || left.isSpace || left.isContinuation || right.width == 2
  }

  private static func withoutTrailingSpaces(_ cells: ArraySlice<Cell>) -> ArraySlice<Cell> {
    let end = cells.lastIndex { !$0.isSpace }.map { $0 + 1 } ?? cells.startIndex
    return cells[..<end]
  }
}

extension Cell {
  fileprivate var isSpace: Bool { !isContinuation && glyph == .space }
}
