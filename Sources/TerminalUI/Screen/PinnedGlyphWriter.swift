import CTerminalUINcurses

/// Writes glyphs over what curses drew in their place, so that columns stay aligned whatever a terminal takes their width
/// to be.
///
/// The cursor is placed before each, and again behind it, and what it may have overwritten there is written once more: a
/// terminal that draws an emoji's parts one by one ends up with the first of them.
@MainActor
enum PinnedGlyphWriter {
  /// Where terminfo's functions leave their bytes; they know no other way.
  private static var bytes: [UInt8] = []

  /// The bytes that follow those of curses, and leave the cursor where curses left it.
  static func bytes(
    for pins: [PinnedGlyph], of buffer: CellBuffer, _ encoder: CursesEncoder, _ palette: inout CursesPalette,
    cursor: Point
  ) -> [UInt8] {
    bytes = []
    for pin in pins {
      write(pin.glyph.description, style: pin.style, at: pin.columns.lowerBound, pin.row, &palette)
      let row = buffer.row(pin.row)
      var end = pin.reach.upperBound
      while end < row.count, row.cell(end).isContinuation { end += 1 }
      for (columns, style) in row.stretches(in: pin.columns.upperBound..<end) {
        write(text(encoder.encode(row, columns: columns)), style: style, at: columns.lowerBound, pin.row, &palette)
      }
    }
    tui_write_style(0, 0, put)
    tui_write_place(Int32(cursor.y), Int32(cursor.x), put)
    return bytes
  }

  private static func write(_ text: String, style: Style, at x: Int, _ y: Int, _ palette: inout CursesPalette) {
    let (flags, pair) = palette.attributes(of: style)
    tui_write_style(flags, pair, put)
    tui_write_place(Int32(y), Int32(x), put)
    bytes.append(contentsOf: text.utf8)
  }

  private static let put: @convention(c) (Int32) -> Int32 = { byte in
    // Sound: terminfo calls it at once, on the thread of its caller, which is the main actor's.
    MainActor.assumeIsolated { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    return byte
  }

  private static func text(_ characters: [wchar_t]) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: characters.compactMap { Unicode.Scalar(UInt32($0)) })
    return String(text)
  }
}
