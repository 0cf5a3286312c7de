import CTerminalUINcurses

/// Writes over what curses drew: what it doesn't know, or doesn't know the width of.
///
/// Curses knows nothing of it: a row that has some of it is painted whole when anything in it changes, and written over
/// again.
@MainActor
struct Overwriter {
  /// The bytes to send after those of curses.
  private(set) var bytes: [UInt8] = []

  private let buffer: CellBuffer
  private let encoder: CursesEncoder
  private let pen: @MainActor (Style, Point) -> [UInt8]

  /// - Parameter pen: Makes the bytes that change the style and place the cursor.
  init(_ buffer: CellBuffer, _ encoder: CursesEncoder, pen: @escaping @MainActor (Style, Point) -> [UInt8]) {
    (self.buffer, self.encoder, self.pen) = (buffer, encoder, pen)
  }

  /// Writes glyphs over their placeholders, so that columns stay aligned whatever width the terminal gives them.
  ///
  /// The cursor is placed before and behind each glyph, and what the glyph may have overwritten is written once more: a
  /// terminal that draws an emoji's parts one by one ends up with the first of them.
  mutating func write(_ pins: [PinnedGlyph]) {
    for pin in pins {
      bytes += pen(pin.style, Point(x: pin.columns.lowerBound, y: pin.row))
      bytes += pin.glyph.description.utf8
      let row = buffer.row(pin.row)
      var end = pin.reach.upperBound
      while end < row.count, row.cell(end).isContinuation { end += 1 }
      write(pin.columns.upperBound..<end, of: pin.row)
    }
  }

  /// Writes links once more, each between the sequences that begin and end it.
  mutating func write(_ links: [LinkStretch]) {
    for link in links {
      guard let target = link.target else { continue }
      bytes += LinkSequence.opening(target, number: link.number)
      write(link.columns, of: link.row)
      bytes += LinkSequence.closing.utf8
    }
  }

  /// Leaves the plain style, and the cursor where curses left it.
  mutating func finish(at cursor: Point) { bytes += pen(.plain, cursor) }

  private mutating func write(_ columns: Range<Int>, of y: Int) {
    let row = buffer.row(y)
    row.forEachStretch(in: columns) { columns, style in
      bytes += pen(style, Point(x: columns.lowerBound, y: y))
      bytes += Self.text(encoder.encode(row, columns: columns)).utf8
    }
  }

  private static func text(_ characters: [wchar_t]) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: characters.compactMap { Unicode.Scalar(UInt32($0)) })
    return String(text)
  }
}

/// A glyph that terminals disagree about, and where it is drawn.
struct PinnedGlyph: Hashable, Sendable {
  let glyph: Glyph
  let style: Style
  let row: Int
  let columns: Range<Int>
  /// The columns that it may overwrite, in a terminal that draws each of its parts separately.
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

/// The bytes by which terminfo changes the style and places the cursor.
@MainActor
enum TerminfoBytes {
  /// Where terminfo's functions put their bytes: their callback has no parameter for it.
  private static var bytes: [UInt8] = []

  static func pen(_ flags: UInt32, _ pair: Int32, at point: Point) -> [UInt8] {
    bytes = []
    tui_write_style(flags, pair, put)
    tui_write_place(Int32(point.y), Int32(point.x), put)
    return bytes
  }

  private static let put: @convention(c) (Int32) -> Int32 = { byte in
    // Sound: terminfo calls it synchronously, on its caller's thread, which is the main actor's.
    MainActor.assumeIsolated { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    return byte
  }
}
