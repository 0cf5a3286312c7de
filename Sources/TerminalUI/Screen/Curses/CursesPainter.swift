import CTerminalUINcurses

/// Paints frames with curses, and over what curses drew what it does not know: links, and glyphs of unknown width.
@MainActor
final class CursesPainter {
  private let encoder: CursesEncoder
  private var palette: CursesPalette
  private let showsLinks: Bool
  /// How the terminal moves rows.
  private let moves: tui_row_moves
  /// The rows with glyphs that were written over what curses drew.
  private var pinnedRows: Set<Int> = []
  /// The rows with links.
  private var linkedRows: Set<Int> = []
  /// Where the last frame left the cursor.
  private var cursor = Point.zero
  /// The bytes of the last move: those of the next one, where a list is scrolled on.
  ///
  /// They depend on the height of the screen.
  private var lastMove: (shift: RowShift, cursor: Point, bytes: [UInt8])?

  init(_ encoder: CursesEncoder, _ palette: CursesPalette, moves: tui_row_moves, showsLinks: Bool) {
    (self.encoder, self.palette, self.moves, self.showsLinks) = (encoder, palette, moves, showsLinks)
  }

  /// Paints what changed.
  ///
  /// - Returns: The bytes to send before those of curses and after them.
  func paint(_ frame: Frame) -> (before: [UInt8], after: [UInt8]) {
    if frame.isWhole {
      tui_redraw_everything()
      (pinnedRows, linkedRows, lastMove) = ([], [], nil)
    }
    // Before anything that marks rows as changed: moving takes the marks away.
    let moved = frame.shift.flatMap(move)
    let runs = runs(of: frame, isMoved: moved != nil)
    if !frame.isWhole, frame.shift == nil { forgetRowsIfMostChanged(runs, of: frame.buffer.size) }
    cursor = frame.cursor ?? .zero
    let extras = prepareRows(runs, of: frame.buffer, cursor: cursor)
    for run in runs { paint(run, of: frame.buffer) }
    tui_update(Int32(cursor.y), Int32(cursor.x))
    return (moved ?? [], write(extras, over: frame.buffer, cursor: cursor))
  }

  // MARK: - Moved rows

  /// Moves rows on the terminal, and in what curses knows of it.
  ///
  /// Curses would find the move by itself, but by comparing all cells of all these rows: a quarter of what a scrolled
  /// list takes.
  ///
  /// - Returns: The bytes to send; nil if the terminal can't move rows, or one of them is written over, of which curses
  ///   knows nothing.
  private func move(_ shift: RowShift) -> [UInt8]? {
    guard moves.region != nil, pinnedRows.isDisjoint(with: shift.rows), linkedRows.isDisjoint(with: shift.rows) else {
      return nil
    }
    tui_move_rows(Int32(shift.rows.lowerBound), Int32(shift.rows.upperBound - 1), Int32(shift.distance))
    if let lastMove, lastMove.shift == shift, lastMove.cursor == cursor { return lastMove.bytes }
    let bytes = TerminfoBytes.move(shift, with: moves, thenTo: cursor)
    lastMove = (shift, cursor, bytes)
    return bytes
  }

  /// The runs to paint, with all rows that should have been moved, unless they are.
  private func runs(of frame: Frame, isMoved: Bool) -> [CellRun] {
    let runs = palette.prepare(for: frame)
    guard !isMoved, let shift = frame.shift else { return runs }
    return Self.wholeRows(Set(shift.rows), with: runs, in: frame.buffer)
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
    let count = runs.reduce(0) { $0 + $1.columns.count }
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

  /// Paints a run, with one call of curses for each style.
  private func paint(_ run: CellRun, of buffer: CellBuffer) {
    let row = buffer.row(run.row)
    for (columns, style) in row.stretches(in: buffer.startOfText(before: run)..<run.columns.upperBound) {
      let (flags, pair) = palette.attributes(of: style)
      tui_set_style(flags, pair)
      let text = encoder.encode(row, columns: columns)
      tui_put(Int32(run.row), Int32(columns.lowerBound), text, Int32(text.count))
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
