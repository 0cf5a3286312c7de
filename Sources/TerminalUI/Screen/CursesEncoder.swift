import CNcurses

/// Turns cells into what curses writes, in as many columns as the cells have.
///
/// Terminals disagree about the width of joined emoji, skin tones and variation selectors; they agree about single
/// scalars. So an emoji is written as its base, and what the C library would count differently as U+FFFD: columns
/// stay aligned everywhere.
struct CursesEncoder {
  let isUnicode: Bool

  func encode(_ cells: some Sequence<Cell>) -> [wchar_t] {
    var text: [wchar_t] = []
    for cell in cells where !cell.isContinuation { append(cell, to: &text) }
    return text
  }

  private func append(_ cell: Cell, to text: inout [wchar_t]) {
    guard !cell.glyph.isASCII else { return text.append(Self.wide(cell.glyph.base)) }
    let written = isUnicode ? Self.columns(writing: cell.glyph, to: &text) : fallBack(cell.glyph, to: &text)
    for _ in written..<Int(cell.width) { text.append(Self.wide(" ")) }
  }

  private func fallBack(_ glyph: Glyph, to text: inout [wchar_t]) -> Int {
    text.append(Self.wide(ASCIIFallback.scalar(for: glyph)))
    return 1
  }

  /// Appends the glyph and returns the columns it takes.
  private static func columns(writing glyph: Glyph, to text: inout [wchar_t]) -> Int {
    let base = glyph.base
    let width = ScalarWidth.columns(of: base)
    guard Int(tui_columns(wide(base))) == width else {
      text.append(wide(Glyph.replacement.base))
      return 1
    }
    if ScalarWidth.isRegionalIndicator(base) {
      text.append(contentsOf: glyph.scalars.map(wide))
      return glyph.scalars.count
    }
    text.append(wide(base))
    guard !base.properties.isEmoji else { return width }
    text.append(contentsOf: glyph.scalars.dropFirst().map(wide).filter { tui_columns($0) == 0 })
    return width
  }

  private static func wide(_ scalar: Unicode.Scalar) -> wchar_t { wchar_t(scalar.value) }
}
