/// A glyph that terminals disagree about, with its place.
struct PinnedGlyph: Hashable, Sendable {
  let glyph: Glyph
  let style: Style
  let row: Int
  /// The columns it has.
  let columns: Range<Int>
  /// The columns it may overwrite, in a terminal that draws each of its parts for itself.
  let reach: Range<Int>

  init(_ cell: Cell, column: Int, row: Int) {
    glyph = cell.glyph
    style = cell.style
    self.row = row
    columns = column..<column + Int(cell.width)
    let parts = cell.glyph.scalars.reduce(0) { $0 + ($1.properties.isEmoji && !$1.isASCII ? 2 : 1) }
    reach = column..<column + max(parts, Int(cell.width))
  }
}
