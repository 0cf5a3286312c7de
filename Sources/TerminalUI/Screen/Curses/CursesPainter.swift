import CTerminalUINcurses

/// Paints frames with curses, and over what curses drew what it does not know: links, and glyphs of unknown width.
@MainActor
final class CursesPainter {
  private let encoder: CursesEncoder
  private var palette: CursesPalette
  private let showsLinks: Bool
  /// The rows with glyphs that were written over what curses drew.
  private var pinnedRows: Set<Int> = []
  /// The rows with links.
  private var linkedRows: Set<Int> = []
  /// Kept, as each stretch of plain text would need another array.
  private var plainText: [chtype] = []

  init(_ encoder: CursesEncoder, _ palette: CursesPalette, showsLinks: Bool) {
    (self.encoder, self.palette, self.showsLinks) = (encoder, palette, showsLinks)
  }

  /// Paints what changed.
  ///
  /// - Returns: The bytes to send after those of curses.
  func paint(_ frame: Frame) -> [UInt8] {
    if frame.isWhole {
      tui_redraw_everything()
      (pinnedRows, linkedRows) = ([], [])
    }
    let runs = follow(frame.shift, palette.prepare(for: frame), in: frame.buffer)
    if !frame.isWhole, frame.shift == nil { forgetRowsIfMostChanged(runs, of: frame.buffer.size) }
    let cursor = frame.cursor ?? .zero
    let extras = prepareRows(runs, of: frame.buffer, cursor: cursor)
    for run in runs { paint(run, of: frame.buffer) }
    tui_update(Int32(cursor.y), Int32(cursor.x))
    return write(extras, over: frame.buffer, cursor: cursor)
  }

  // MARK: - Moved rows

  /// Moves rows, or paints them all if one of them is written over: curses may also write a row again that it could
  /// move, and knows nothing of that.
  ///
  /// - Returns: The runs to paint then.
  private func follow(_ shift: RowShift?, _ runs: [CellRun], in buffer: CellBuffer) -> [CellRun] {
    guard let shift else { return keepRowsInPlace(runs, in: buffer) }
    guard pinnedRows.isDisjoint(with: shift.rows), linkedRows.isDisjoint(with: shift.rows) else {
      return keepRowsInPlace(Self.wholeRows(Set(shift.rows), with: runs, in: buffer), in: buffer)
    }
    tui_move_rows(Int32(shift.rows.lowerBound), Int32(shift.rows.upperBound - 1), Int32(shift.distance))
    // Curses may move others with those. A row that is painted whole is so wherever it was moved.
    return Self.wholeRows(linkedRows, with: runs, in: buffer)
  }

  /// Keeps curses from moving rows by itself while there are links: a link would be moved with the text that it is
  /// under, or be lost.
  ///
  /// Curses takes rows for moved that have the same text as others had, and so far as it knows what rows show. Of those
  /// that it still knows then, each has the text that it had. It also takes a row that it knows nothing of for moved,
  /// but not if the last two are such rows: its table of texts has one place for all of them.
  private func keepRowsInPlace(_ runs: [CellRun], in buffer: CellBuffer) -> [CellRun] {
    guard !linkedRows.isEmpty, Self.rows(of: runs).count > 1 else { return runs }
    let last = max(0, buffer.size.height - 2)..<buffer.size.height
    let runs = Self.wholeRows(Set(last), with: runs, in: buffer)
    for row in Self.rows(of: runs) { tui_forget_row(Int32(row)) }
    return runs
  }

  private static func wholeRows(_ rows: Set<Int>, with runs: [CellRun], in buffer: CellBuffer) -> [CellRun] {
    guard !rows.isEmpty else { return runs }
    let others = runs.filter { !rows.contains($0.row) }
    let whole = rows.map { CellRun(row: $0, columns: 0..<buffer.size.width) }
    return (others + whole).sorted { ($0.row, $0.columns.lowerBound) < ($1.row, $1.columns.lowerBound) }
  }

  /// The rows of runs, each once; the runs are in the order of their rows.
  private static func rows(of runs: [CellRun]) -> [Int] {
    var rows: [Int] = []
    for run in runs where run.row != rows.last { rows.append(run.row) }
    return rows
  }

  /// Has curses write the changed rows whole if most of the screen has changed.
  ///
  /// It would look for cells that are the same by chance, and for the shortest way past each group of them; that takes
  /// longer than the terminal needs for these cells.
  private func forgetRowsIfMostChanged(_ runs: [CellRun], of size: Size) {
    var count = 0
    for run in runs { count += run.columns.count }
    guard count > size.width * size.height / 2 else { return }
    for row in Self.rows(of: runs) { tui_forget_row(Int32(row)) }
  }

  // MARK: - What curses does not know

  /// Finds the glyphs and the links to write over what curses draws.
  ///
  /// A changed row that has some, or had some, is painted whole: curses does not know what it shows. To place the
  /// cursor, curses may write again what stands before it, so its row is written over in each frame.
  private func prepareRows(_ runs: [CellRun], of buffer: CellBuffer, cursor: Point) -> Extras {
    var extras = Extras()
    let rows = Self.rows(of: runs)
    for row in rows {
      let found = self.extras(in: row, of: buffer)
      let hadPins = pinnedRows.update(row, isMember: !found.pins.isEmpty)
      let hadLinks = linkedRows.update(row, isMember: !found.links.isEmpty)
      if hadPins || hadLinks || !found.isEmpty { repaint(row, of: buffer) }
      extras += found
    }
    let isWrittenOver = pinnedRows.contains(cursor.y) || linkedRows.contains(cursor.y)
    if isWrittenOver, !rows.contains(cursor.y) { extras += self.extras(in: cursor.y, of: buffer) }
    return extras
  }

  private func extras(in row: Int, of buffer: CellBuffer) -> Extras {
    let cells = buffer.row(row)
    var extras = Extras(pins: encoder.pinnedGlyphs(in: cells, y: row))
    if showsLinks, !CellNumbers.links.isEmpty {
      extras.links = encoder.links(in: cells, y: row, height: buffer.size.height)
    }
    return extras
  }

  private func write(_ extras: Extras, over buffer: CellBuffer, cursor: Point) -> [UInt8] {
    guard !extras.isEmpty else { return [] }
    var overwriter = Overwriter(buffer, encoder) { [self] style, point in
      let (flags, pair) = palette.attributes(of: style)
      return TerminfoBytes.pen(flags, pair, at: point)
    }
    overwriter.write(extras.pins)
    overwriter.write(extras.links)
    overwriter.finish(at: cursor)
    return overwriter.bytes
  }

  // MARK: - Painting

  private func repaint(_ row: Int, of buffer: CellBuffer) {
    tui_forget_row(Int32(row))
    paint(CellRun(row: row, columns: 0..<buffer.size.width), of: buffer)
  }

  /// Paints a run, with a call of curses for each style, and for what is plain in it and what is not.
  private func paint(_ run: CellRun, of buffer: CellBuffer) {
    let row = buffer.row(run.row)
    row.forEachStretch(in: buffer.startOfText(before: run)..<run.columns.upperBound) { columns, style in
      let (flags, pair) = palette.attributes(of: style)
      row.forEachPart(in: columns, by: \.isPlain) { part, isPlain in
        let (y, x) = (Int32(run.row), Int32(part.lowerBound))
        if isPlain, tui_is_plain_pair(pair) {
          encoder.encodePlain(row, columns: part, style: tui_plain_style(flags, pair), to: &plainText)
          tui_put_plain(y, x, plainText, Int32(plainText.count))
        } else {
          tui_set_style(flags, pair)
          let text = encoder.encode(row, columns: part)
          tui_put(y, x, text, Int32(text.count))
        }
      }
    }
  }
}

/// What is written over rows that curses drew.
private struct Extras {
  var pins: [PinnedGlyph] = []
  var links: [LinkStretch] = []

  var isEmpty: Bool { pins.isEmpty && links.isEmpty }

  static func += (extras: inout Extras, others: Extras) {
    extras.pins += others.pins
    extras.links += others.links
  }
}

extension Set<Int> {
  /// Adds or removes a number, and returns whether it was there.
  fileprivate mutating func update(_ number: Int, isMember: Bool) -> Bool {
    if isMember { return !insert(number).inserted }
    return remove(number) != nil
  }
}
