import CTerminalUINcurses

/// Turns cells into the wide characters that curses draws in as many columns.
///
/// Terminals nearly always agree about the width of single scalars. They disagree about joined emoji, skin tones,
/// flags, variation selectors and characters of ambiguous width. For those curses draws a placeholder that takes the
/// same columns everywhere; ``pinnedGlyphs(in:y:)`` are written over it. So are links, which curses does not know.
struct CursesEncoder {
  /// Ends a text from right to left (U+200E), so that terminals that reorder letters keep what follows behind it.
  ///
  /// It has no width, and curses keeps it with the last letter.
  private static let leftToRightMark: wchar_t = 0x200E

  private let isUnicode: Bool

  /// - Parameter isUnicode: Whether the locale's character set is UTF-8; else everything is drawn as ASCII.
  init(isUnicode: Bool) { self.isUnicode = isUnicode }

  /// The characters for some columns of a row.
  func encode(_ row: ArraySlice<Cell>, columns: Range<Int>) -> [wchar_t] {
    var text: [wchar_t] = []
    text.reserveCapacity(columns.count)
    let cells = row.span
    for column in columns {
      let cell = cells[column]
      if cell.glyph.isASCII, !cell.isOfRightToLeftText {
        if !cell.isContinuation { text.append(Self.wide(cell.glyph.base)) }
        continue
      }
      if !cell.isContinuation { append(cell, to: &text) }
      if isUnicode, endsRightToLeftText(row, column) { text.append(Self.leftToRightMark) }
    }
    return text
  }

  /// Plain cells as curses' numbers for characters, in one style.
  ///
  /// - Parameter text: gets them in place of what it had.
  func encodePlain(_ row: ArraySlice<Cell>, columns: Range<Int>, style: chtype, to text: inout [chtype]) {
    let cells = row.span
    text.removeAll(keepingCapacity: true)
    text.append(addingCapacity: columns.count) { added in
      for column in columns { added.append(cells[column].glyph.asciiCode | style) }
    }
  }

  func encode(_ line: CellLine) -> [wchar_t] { encode(line.cells[...], columns: 0..<line.width) }

  /// The glyphs of a row to write over placeholders, if they fit even where a terminal draws their parts one by one.
  func pinnedGlyphs(in row: ArraySlice<Cell>, y: Int) -> [PinnedGlyph] {
    guard isUnicode else { return [] }
    var pins: [PinnedGlyph] = []
    let cells = row.span
    for column in cells.indices {
      let cell = cells[column]
      guard !cell.glyph.isASCII, !cell.isContinuation, placeholder(for: cell) != nil else { continue }
      // The terminal makes it wide, and there is no room for that.
      if cell.width == 1, AmbiguousWidth.widens(cell.glyph.base) { continue }
      let pin = PinnedGlyph(cell, column: column, row: y)
      if pin.reach.upperBound < row.count { pins.append(pin) }
    }
    return pins
  }

  /// The links of a row, as far as they can be written over what curses drew.
  ///
  /// Left out are glyphs that terminals disagree about, text from right to left, which terminals may show in another
  /// order, and the last column of the last row, after which some terminals scroll.
  func links(in row: ArraySlice<Cell>, y: Int, height: Int) -> [LinkStretch] {
    let end = y == height - 1 ? row.count - 1 : row.count
    return row.links(in: y) { column in
      let cell = row.cell(column)
      guard !cell.isOfRightToLeftText, column + Int(cell.width) <= end else { return false }
      return cell.glyph.isASCII || !isUnicode || placeholder(for: cell) == nil
    }
  }

  private func endsRightToLeftText(_ row: ArraySlice<Cell>, _ column: Int) -> Bool {
    guard row.cell(column).isOfRightToLeftText, column + 1 < row.count else { return false }
    return !row.cell(column + 1).isOfRightToLeftText
  }

  private func append(_ cell: Cell, to text: inout [wchar_t]) {
    guard !cell.glyph.isASCII else { return text.append(Self.wide(cell.glyph.base)) }
    guard isUnicode else { return append([ASCIIFallback.scalar(for: cell.glyph)], columns: 1, of: cell, to: &text) }
    if let (scalars, columns) = placeholder(for: cell) {
      append(scalars, columns: columns, of: cell, to: &text)
    } else {
      text.append(contentsOf: cell.glyph.scalars.map(Self.wide))
    }
  }

  private func append(_ scalars: [Unicode.Scalar], columns: Int, of cell: Cell, to text: inout [wchar_t]) {
    text.append(contentsOf: scalars.map(Self.wide))
    for _ in columns..<Int(cell.width) { text.append(Self.wide(" ")) }
  }

  /// What curses draws for a glyph that terminals disagree about, and its columns; nil for all others.
  private func placeholder(for cell: Cell) -> (scalars: [Unicode.Scalar], columns: Int)? {
    let base = cell.glyph.base
    if ScalarWidth.isRegionalIndicator(base) { return Self.letters(of: cell.glyph.scalars) }
    if AmbiguousWidth.widens(base) {
      let isKnown = Self.columns(of: base) == 2 && cell.width == 2
      return isKnown ? nil : ([ASCIIFallback.scalar(for: cell.glyph)], 1)
    }
    let columns = Self.columns(of: base)
    // Nearly all glyphs. The cell is as wide as its scalar, so nothing needs to be looked up.
    if cell.glyph.single != nil, columns == cell.width { return nil }
    let scalars = cell.glyph.scalars
    guard columns == ScalarWidth.columns(of: base) else { return ([Glyph.replacement.base], 1) }
    let isPlain = columns == cell.width && scalars.dropFirst().allSatisfy { Self.columns(of: $0) == 0 }
    return isPlain && !EmojiCluster.matches(scalars) ? nil : ([base], columns)
  }

  /// A flag as the letters of its country.
  private static func letters(of flag: [Unicode.Scalar]) -> (scalars: [Unicode.Scalar], columns: Int) {
    let letters = flag.filter(ScalarWidth.isRegionalIndicator).compactMap { Unicode.Scalar($0.value - 0x1F1E6 + 0x41) }
    return (letters, letters.count)
  }

  private static func columns(of scalar: Unicode.Scalar) -> Int { Int(tui_columns(wide(scalar))) }

  private static func wide(_ scalar: Unicode.Scalar) -> wchar_t { wchar_t(scalar.value) }
}

// MARK: - Runs and stretches

extension CellBuffer {
  /// Where painting a run has to begin.
  ///
  /// The last glyph of a text from right to left says that the text ends there; if such a text stands before the run,
  /// it may have ended elsewhere before.
  func startOfText(before run: CellRun) -> Int {
    let x = run.columns.lowerBound
    guard x > 0, self[x - 1, run.row].isOfRightToLeftText else { return x }
    return x > 1 && self[x - 1, run.row].isContinuation ? x - 2 : x - 1
  }
}

extension Cell {
  /// Whether it is ASCII that nothing around it changes.
  var isPlain: Bool { glyph.isASCII && !isContinuation && !isOfRightToLeftText }
}

extension ArraySlice<Cell> {
  /// The cell in a column of this row.
  func cell(_ column: Int) -> Cell { self[startIndex + column] }

  /// Calls `body` with the columns of this row, divided where the style changes.
  func forEachStretch(in columns: Range<Int>, _ body: (Range<Int>, Style) -> Void) {
    forEachPart(in: columns, by: \.style, body)
  }

  /// Calls `body` with the columns of this row, divided where a property of the cells changes.
  func forEachPart<Value: Equatable>(
    in columns: Range<Int>, by property: (Cell) -> Value, _ body: (Range<Int>, Value) -> Void
  ) {
    let cells = span
    var start = columns.lowerBound
    while start < columns.upperBound {
      let value = property(cells[start])
      var end = start + 1
      while end < columns.upperBound, property(cells[end]) == value { end += 1 }
      body(start..<end, value)
      start = end
    }
  }
}
