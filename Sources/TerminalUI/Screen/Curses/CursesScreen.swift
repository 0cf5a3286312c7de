import CTerminalUIGuard
import CTerminalUINcurses
import Glibc

/// The terminal, driven by curses.
///
/// Nothing else writes to the terminal while it is open. Curses writes each frame into memory; from there it goes to
/// the terminal without waiting. `NO_COLOR`, terminals of few colours and locales without UTF-8 are respected. There
/// can be one at a time.
@MainActor
public final class CursesScreen: Screen {
  /// The size of the next frame.
  public private(set) var size: Size
  /// Called when the terminal takes frames again.
  public var onReady: (@MainActor () -> Void)? {
    get { queue.onEmpty }
    set { queue.onEmpty = newValue }
  }
  /// The reports asked of the terminal.
  public var features: TerminalFeatures { didSet { featuresChanged(from: oldValue) } }
  /// What the terminal sends for keys, by terminfo's description.
  public let keyStrings: [[UInt8]: Key]

  /// How long to wait for a slow terminal before leaving.
  private static let timeout = Duration.milliseconds(300)

  private enum Phase { case open, suspended, closed }

  private let device: TerminalDevice
  private let session: tui_session
  private let capture: FrameCapture
  private let queue: OutputQueue
  private let encoder: CursesEncoder
  private let isSynchronizing: Bool
  private let showsLinks: Bool
  private var palette: CursesPalette
  private var title: WindowTitle?
  private var phase = Phase.open
  private var cursorIsVisible = true
  /// The rows with glyphs that were written over what curses drew.
  private var pinnedRows: Set<Int> = []
  /// The rows of the terminal with links.
  private var linkedRows: Set<Int> = []

  /// Takes the terminal of standard input and output, and catches the signals that a ``TerminalSource`` delivers.
  ///
  /// - Parameters:
  ///   - environment: Where `TERM`, `NO_COLOR`, ``AmbiguousWidth/variable`` and what tells terminals apart are read.
  ///   - title: The window's title meanwhile, on terminals that can restore their own.
  ///   - links: Whether links are links of the terminal.
  /// - Throws: ``ScreenError`` before anything was written to the terminal.
  public init(
    environment: [String: String], features: TerminalFeatures = [], title: StaticString? = nil,
    links: LinkRule = .automatic
  ) throws(ScreenError) {
    self.features = features
    device = try TerminalDevice()
    let unicode = tui_follow_locale()
    if let width = AmbiguousWidth(environment: environment) { AmbiguousWidth.current = width }
    let term = environment["TERM"] ?? ""
    guard !term.isEmpty, tui_knows_terminal(term) else { throw .unsupportedTerminal(term) }
    capture = try FrameCapture()
    TerminalSignals.take()
    session = tui_start(term, capture.descriptor, device.hasUsualSize)
    guard session.screen != nil else {
      TerminalSignals.giveBack()
      throw .unsupportedTerminal(term)
    }
    palette = CursesPalette(isColored: environment["NO_COLOR", default: ""].isEmpty)
    encoder = CursesEncoder(isUnicode: unicode)
    keyStrings = CursesKeys.strings()
    // `Sync` is the name that terminals' own descriptions use.
    showsLinks = links.applies(in: environment)
    isSynchronizing = tui_key_string("Sync") != nil || TerminalModes.synchronizes(term)
    queue = OutputQueue(descriptor: device.outputDescriptor)
    size = .zero
    self.title = WindowTitle(title, on: term)
    device.takeModes(rescue: rescue)
    updateSize()
    queue.append((TerminalModes.enter(features) + showTitle()).utf8)
  }

  // MARK: - Frames

  /// Whether the terminal has taken the frame before.
  public var isReady: Bool { phase == .open && queue.isEmpty }

  /// Paints what changed.
  public func present(_ frame: Frame) throws(ScreenError) {
    guard phase == .open else { return }
    if frame.isWhole {
      tui_redraw_everything()
      (pinnedRows, linkedRows) = ([], [])
    }
    let runs = follow(frame.shift, palette.prepare(for: frame), in: frame.buffer)
    if !frame.isWhole, frame.shift == nil { forgetRowsIfMostChanged(runs, of: frame.buffer.size) }
    let (pins, links) = prepareRows(runs, of: frame.buffer)
    for run in runs { paint(run, of: frame.buffer) }
    showCursor(frame.cursor != nil)
    let cursor = frame.cursor ?? .zero
    tui_update(Int32(cursor.y), Int32(cursor.x))
    let bytes = capture.take() + overwrite(pins, links, of: frame.buffer, cursor: cursor)
    queue.append(isSynchronizing ? TerminalModes.synchronized(bytes) : bytes)
    if queue.failed { throw .vanished }
  }

  /// The bytes to send after those of curses.
  private func overwrite(
    _ pins: [PinnedGlyph], _ links: [LinkStretch], of buffer: CellBuffer, cursor: Point
  ) -> [UInt8] {
    guard !(pins.isEmpty && links.isEmpty) else { return [] }
    var overwriter = Overwriter(buffer, encoder) { [self] style, point in
      let (flags, pair) = palette.attributes(of: style)
      return TerminfoBytes.pen(flags, pair, at: point)
    }
    overwriter.write(pins)
    overwriter.write(links)
    overwriter.finish(at: cursor)
    return overwriter.bytes
  }

  /// Moves rows, or paints them all if one of them is written over: curses may also write a row again that it could
  /// move, and knows nothing of that.
  ///
  /// - Returns: The runs to paint then.
  private func follow(_ shift: RowShift?, _ runs: [CellRun], in buffer: CellBuffer) -> [CellRun] {
    guard let shift else {
      if Self.rows(of: runs).count > 1 { keepRowsInPlace(Self.rows(of: runs)) }
      return runs
    }
    guard pinnedRows.isDisjoint(with: shift.rows), linkedRows.isDisjoint(with: shift.rows) else {
      let moved = Self.wholeRows(Set(shift.rows), with: runs, in: buffer)
      keepRowsInPlace(Self.rows(of: moved))
      return moved
    }
    tui_move_rows(Int32(shift.rows.lowerBound), Int32(shift.rows.upperBound - 1), Int32(shift.distance))
    // Beside those, curses may move others that look the same.
    return Self.wholeRows(linkedRows, with: runs, in: buffer)
  }

  /// Keeps curses from moving rows by itself while there are links: a link would be moved with the text that it is
  /// under, or be lost.
  ///
  /// It finds rows that have moved by their text. Of the rows that it knows then, none has moved.
  private func keepRowsInPlace(_ changed: [Int]) {
    guard !linkedRows.isEmpty else { return }
    for row in changed { tui_forget_row(Int32(row)) }
  }

  private static func wholeRows(_ rows: Set<Int>, with runs: [CellRun], in buffer: CellBuffer) -> [CellRun] {
    guard !rows.isEmpty else { return runs }
    let others = runs.filter { !rows.contains($0.row) }
    let whole = rows.map { CellRun(row: $0, columns: 0..<buffer.size.width) }
    return (others + whole).sorted { ($0.row, $0.columns.lowerBound) < ($1.row, $1.columns.lowerBound) }
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

  /// Finds the glyphs and the links to write over what curses draws.
  ///
  /// A changed row that has some, or had some, is painted whole: curses does not know what it shows.
  private func prepareRows(_ runs: [CellRun], of buffer: CellBuffer) -> (pins: [PinnedGlyph], links: [LinkStretch]) {
    let mayHaveLinks = showsLinks && !CellNumbers.links.isEmpty
    var pins: [PinnedGlyph] = []
    var links: [LinkStretch] = []
    for row in Self.rows(of: runs) {
      let cells = buffer.row(row)
      let (pinCount, linkCount) = (pins.count, links.count)
      pins += encoder.pinnedGlyphs(in: cells, y: row)
      if mayHaveLinks { links += encoder.links(in: cells, y: row, height: buffer.size.height) }
      let hadPins = pinnedRows.update(row, isMember: pins.count > pinCount)
      let hadLinks = linkedRows.update(row, isMember: links.count > linkCount)
      if hadPins || hadLinks || pins.count > pinCount || links.count > linkCount { repaint(row, of: buffer) }
    }
    return (pins, links)
  }

  /// The rows of runs, each once; the runs are in the order of their rows.
  private static func rows(of runs: [CellRun]) -> [Int] {
    var rows: [Int] = []
    for run in runs where run.row != rows.last { rows.append(run.row) }
    return rows
  }

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

  private func showCursor(_ visible: Bool) {
    guard visible != cursorIsVisible else { return }
    curs_set(visible ? 1 : 0)
    cursorIsVisible = visible
  }

  /// Asks the terminal for its size.
  public func updateSize() {
    guard phase != .closed else { return }
    size = device.size ?? Size(width: 80, height: 24)
    resizeterm(Int32(size.height), Int32(size.width))
  }

  private func featuresChanged(from old: TerminalFeatures) {
    guard phase == .open, features != old else { return }
    queue.append((TerminalModes.leave(old) + TerminalModes.enter(features)).utf8)
  }

  /// Copies a text to the clipboard, if the terminal lets programs do so (OSC 52).
  public func copy(_ text: String) -> Bool {
    guard phase == .open, let bytes = ClipboardSequence.bytes(copying: text) else { return false }
    queue.append(bytes)
    return true
  }

  /// Rings the terminal's bell, or flashes its screen, as the terminal is set up.
  public func ring() { if phase == .open { queue.append([0x07]) } }

  // MARK: - Suspending and closing

  /// Leaves the alternate screen and restores the modes, until ``resume()``.
  public func suspend() {
    guard phase == .open else { return }
    phase = .suspended
    giveBack(keepingInput: true)
  }

  /// Enters the alternate screen again.
  public func resume() {
    guard phase != .closed else { return }
    // Another process stopped us, and curses does not know. It leaves now, and enters again with the next frame.
    if phase == .open {
      endwin()
      _ = capture.take()
    }
    device.takeModes(rescue: rescue)
    queue.append((endOfLink + TerminalModes.reset + TerminalModes.enter(features) + showTitle()).utf8)
    phase = .open
    // The reset has shown the cursor; curses will be told again if it must be hidden.
    cursorIsVisible = true
    updateSize()
  }

  /// Leaves the alternate screen and restores the modes for good.
  ///
  /// Input that was not read yet is dropped: it was meant for the program, not for the shell.
  public func close() {
    guard phase != .closed else { return }
    if phase == .open { giveBack(keepingInput: false) }
    phase = .closed
    device.close()
    tui_end(session)
    TerminalSignals.giveBack()
  }

  private func giveBack(keepingInput: Bool) {
    showCursor(true)
    endwin()
    let modes = TerminalModes.leave(features) + (title?.restore() ?? "")
    let farewell = Array(endOfLink.utf8) + Self.keepingPalette(capture.take()) + Array(modes.utf8)
    queue.append(farewell)
    if !queue.drain(timeout: Self.timeout) {
      // The terminal takes nothing: the frame is lost, but not the sequences that leave.
      device.discardOutput()
      queue.append(farewell)
      _ = queue.drain(timeout: Self.timeout)
    }
    if !keepingInput { device.discardInput() }
    device.restoreModes()
  }

  private func showTitle() -> String { title?.show() ?? "" }

  /// The sequences that a dying process writes.
  private var rescue: String { endOfLink + TerminalModes.rescue + (title == nil ? "" : WindowTitle.restoring) }

  /// Ends a link of which a stalled terminal, or a dying process, has lost the end; or that of another program.
  private var endOfLink: String { showsLinks ? LinkSequence.closing : "" }

  /// The sequences without the one that resets the palette: curses sends it, but the colours are the user's.
  private static func keepingPalette(_ farewell: [UInt8]) -> [UInt8] {
    guard let reset = tui_palette_reset() else { return farewell }
    return Array(farewell.replacing(String(cString: reset).utf8, with: []))
  }
}

/// A file in memory that curses writes to, so that curses itself never waits for the terminal.
@MainActor
private struct FrameCapture {
  let descriptor: Int32

  init() throws(ScreenError) {
    descriptor = tui_memory_file()
    guard descriptor >= 0 else { throw .system(errno) }
  }

  /// The bytes written since the last call.
  func take() -> [UInt8] {
    let end = lseek(descriptor, 0, SEEK_CUR)
    guard end > 0 else { return [] }
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(end)) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, Int(end), 0))
    }
    // Not truncated: the next frame reuses the memory of this one.
    lseek(descriptor, 0, SEEK_SET)
    return bytes
  }
}

extension Set<Int> {
  /// Adds or removes a number, and returns whether it was there.
  fileprivate mutating func update(_ number: Int, isMember: Bool) -> Bool {
    if isMember { return !insert(number).inserted }
    return remove(number) != nil
  }
}
