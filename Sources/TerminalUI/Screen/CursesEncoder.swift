import CTerminalUINcurses

/// Turns cells into what curses writes, in as many columns as the cells have.
///
/// Terminals agree about the width of single scalars, nearly always. They disagree about joined emoji, skin tones,
/// flags, variation selectors and characters of ambiguous width. Curses draws something in place of those that takes
/// the same columns everywhere; ``pinnedGlyphs(in:y:)`` says what is written over it.
struct CursesEncoder {
  let isUnicode: Bool

  /// Ends a text that is written from right to left.
  ///
  /// A terminal that orders letters must not take what follows for a part of it. It has no width, and curses keeps it
  /// with the last letter.
  private static let leftToRightMark: wchar_t = 0x200E

  /// What curses writes for some columns of a row.
  func encode(_ row: ArraySlice<Cell>, columns: Range<Int>) -> [wchar_t] {
    var text: [wchar_t] = []
    for column in columns {
      let cell = row.cell(column)
      if !cell.isContinuation { append(cell, to: &text) }
      if isUnicode, endsRightToLeftText(row, column) { text.append(Self.leftToRightMark) }
    }
    return text
  }

  /// What curses writes for a line.
  func encode(_ line: CellLine) -> [wchar_t] { encode(line.cells[...], columns: 0..<line.width) }

  /// The glyphs of a row that curses does not draw, and that fit if a terminal draws their parts one by one.
  func pinnedGlyphs(in row: ArraySlice<Cell>, y: Int) -> [PinnedGlyph] {
    guard isUnicode else { return [] }
    var pins: [PinnedGlyph] = []
    for column in 0..<row.count {
      let cell = row.cell(column)
      guard !cell.glyph.isASCII, !cell.isContinuation, placeholder(for: cell) != nil else { continue }
      // There is no room for what a terminal makes wide.
      if cell.width == 1, AmbiguousWidth.widens(cell.glyph.base) { continue }
      let pin = PinnedGlyph(cell, column: column, row: y)
      if pin.reach.upperBound < row.count { pins.append(pin) }
    }
    return pins
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

  /// What curses draws instead of a glyph that terminals disagree about, and its columns; nil for all others.
  private func placeholder(for cell: Cell) -> (scalars: [Unicode.Scalar], columns: Int)? {
    let (base, scalars) = (cell.glyph.base, cell.glyph.scalars)
    if ScalarWidth.isRegionalIndicator(base) { return Self.letters(of: scalars) }
    if AmbiguousWidth.widens(base) {
      let isKnown = Self.columns(of: base) == 2 && cell.width == 2
      return isKnown ? nil : ([ASCIIFallback.scalar(for: cell.glyph)], 1)
    }
    let columns = Self.columns(of: base)
    guard columns == ScalarWidth.columns(of: base) else { return ([Glyph.replacement.base], 1) }
    let isPlain = columns == cell.width && scalars.dropFirst().allSatisfy { Self.columns(of: $0) == 0 }
    return isPlain && !EmojiCluster.matches(scalars) ? nil : ([base], columns)
  }

  /// Flags as the letters of their countries.
  private static func letters(of flag: [Unicode.Scalar]) -> (scalars: [Unicode.Scalar], columns: Int) {
    let letters = flag.filter(ScalarWidth.isRegionalIndicator).compactMap { Unicode.Scalar($0.value - 0x1F1E6 + 0x41) }
    return (letters, letters.count)
  }

  private static func columns(of scalar: Unicode.Scalar) -> Int { Int(tui_columns(wide(scalar))) }

  private static func wide(_ scalar: Unicode.Scalar) -> wchar_t { wchar_t(scalar.value) }
}
