import CTerminalUINcurses

/// The terminal, driven through curses.
///
/// Nothing else writes to the terminal while it is open. Curses writes each frame into memory; from there it goes to
/// the terminal without waiting. `NO_COLOR`, terminals of few colours and character sets without UTF-8 are
/// respected. There can be one at a time.
@MainActor
public final class CursesScreen: Screen {
  /// The size of the next frame.
  public private(set) var size: Size
  /// Called when the terminal takes frames again.
  public var onReady: (@MainActor () -> Void)? {
    get { queue.onEmpty }
    set { queue.onEmpty = newValue }
  }
  /// What is asked of the terminal besides text and keys.
  public var features: TerminalFeatures { didSet { featuresChanged(from: oldValue) } }
  /// What the terminal sends for keys, by terminfo.
  public let keyStrings: [[UInt8]: Key]

  /// How long to wait for a slow terminal before leaving.
  private static let patience = Duration.milliseconds(300)

  private enum Phase { case open, suspended, closed }

  private let device: TerminalDevice
  private let session: tui_session
  private let capture: FrameCapture
  private let queue: OutputQueue
  private let encoder: CursesEncoder
  private let isSynchronizing: Bool
  private var palette: CursesPalette
  private var title: WindowTitle?
  private var phase = Phase.open
  private var cursorIsVisible = true
  /// The rows of the screen with glyphs that curses does not know.
  private var pinnedRows: Set<Int> = []

  /// Takes the terminal of standard input and output, and catches the signals that a ``TerminalSource`` delivers.
  ///
  /// - Parameters:
  ///   - environment: Where `TERM`, `NO_COLOR` and ``AmbiguousWidth/variable`` are read.
  ///   - features: What is asked of the terminal besides text and keys.
  ///   - title: The title of the window meanwhile, where the terminal can take its own back afterwards.
  /// - Throws: ``ScreenError`` before anything was written to the terminal.
  public init(
    environment: [String: String], features: TerminalFeatures = [], title: StaticString? = nil
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
    isSynchronizing = tui_key_string("Sync") != nil || TerminalModes.synchronizes(term)
    queue = OutputQueue(descriptor: device.output.number)
    size = .zero
    self.title = WindowTitle(title, on: term)
    device.takeModes(rescue: rescue)
    updateSize()
    queue.append((TerminalModes.enter(features) + showTitle()).utf8)
  }

  /// Whether the terminal has taken the frame before.
  public var isReady: Bool { phase == .open && queue.isEmpty }

  /// The number of bytes sent to the terminal so far.
  public var bytesWritten: Int { queue.total }

  /// Paints what changed.
  public func present(_ frame: Frame) throws(ScreenError) {
    guard phase == .open else { return }
    if frame.isWhole {
      tui_redraw_everything()
      pinnedRows = []
    }
    let runs = palette.prepare(for: frame)
    let pins = prepareRows(runs, of: frame.buffer)
    for run in runs { paint(run, of: frame.buffer) }
    showCursor(frame.cursor != nil)
    let cursor = frame.cursor ?? .zero
    tui_update(Int32(cursor.y), Int32(cursor.x))
    var bytes = capture.take()
    if !pins.isEmpty {
      bytes += PinnedGlyphWriter.bytes(for: pins, of: frame.buffer, encoder, &palette, cursor: cursor)
    }
    queue.append(isSynchronizing ? TerminalModes.synchronized(bytes) : bytes)
    if queue.failed { throw .vanished }
  }

  /// Finds the glyphs to write after curses has drawn the rest.
  ///
  /// A row that has some, or had, and changes is painted whole: curses does not know what they look like.
  private func prepareRows(_ runs: [CellRun], of buffer: CellBuffer) -> [PinnedGlyph] {
    var pins: [PinnedGlyph] = []
    for row in Set(runs.map(\.row)).sorted() {
      let found = encoder.pinnedGlyphs(in: buffer.row(row), y: row)
      let hadSome = pinnedRows.remove(row) != nil
      if !found.isEmpty { pinnedRows.insert(row) }
      if !found.isEmpty || hadSome { repaint(row, of: buffer) }
      pins += found
    }
    return pins
  }

  private func repaint(_ row: Int, of buffer: CellBuffer) {
    tui_forget_row(Int32(row))
    paint(CellRun(row: row, columns: 0..<buffer.size.width), of: buffer)
  }

  /// Asks the terminal for its size.
  public func updateSize() {
    guard phase != .closed else { return }
    size = device.size ?? Size(width: 80, height: 24)
    resizeterm(Int32(size.height), Int32(size.width))
  }

  /// Puts a text on the clipboard, where the terminal lets programs do so (OSC 52).
  public func copy(_ text: String) -> Bool {
    guard phase == .open, let bytes = ClipboardSequence.bytes(copying: text) else { return false }
    queue.append(bytes)
    return true
  }

  private func featuresChanged(from old: TerminalFeatures) {
    guard phase == .open, features != old else { return }
    queue.append((TerminalModes.leave(old) + TerminalModes.enter(features)).utf8)
  }

  /// Leaves the alternate screen and restores the modes.
  public func suspend() {
    guard phase == .open else { return }
    phase = .suspended
    giveBack(keepingInput: true)
  }

  /// Enters the alternate screen again.
  public func resume() {
    guard phase != .closed else { return }
    // Somebody else stopped us, and curses does not know: whatever it writes to leave, it enters again next.
    if phase == .open {
      endwin()
      _ = capture.take()
    }
    device.takeModes(rescue: rescue)
    queue.append((TerminalModes.reset + TerminalModes.enter(features) + showTitle()).utf8)
    phase = .open
    // Curses believes the cursor to be as it left it, and so did we.
    cursorIsVisible = true
    updateSize()
  }

  /// Leaves the alternate screen and restores the modes for good.
  ///
  /// What was typed and not read yet is dropped: it was meant for the program, not for the shell.
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
    let farewell =
      Self.keepingPalette(capture.take()) + Array((TerminalModes.leave(features) + (title?.takeBack() ?? "")).utf8)
    queue.append(farewell)
    if !queue.drain(for: Self.patience) {
      // The terminal takes nothing: the picture is lost, but not how to leave it.
      device.discardOutput()
      queue.append(farewell)
      _ = queue.drain(for: Self.patience)
    }
    if !keepingInput { device.discardInput() }
    device.restoreModes()
  }

  private func showTitle() -> String { title?.show() ?? "" }

  /// What a dying process writes.
  private var rescue: String { TerminalModes.rescue + (title == nil ? "" : WindowTitle.restoring) }

  /// Curses leaves with the colours that the terminal was made with; those that a person has given it are not ours.
  private static func keepingPalette(_ farewell: [UInt8]) -> [UInt8] {
    guard let reset = tui_palette_reset() else { return farewell }
    return Array(farewell.replacing(String(cString: reset).utf8, with: []))
  }

  private func showCursor(_ visible: Bool) {
    guard visible != cursorIsVisible else { return }
    curs_set(visible ? 1 : 0)
    cursorIsVisible = visible
  }

  /// One call for each stretch of a style.
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
