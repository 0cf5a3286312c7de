import CNcurses

/// The terminal, driven through curses.
///
/// The only writer to the terminal while it is open. Curses writes each frame into memory; from there it goes to
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
  /// What the terminal sends for keys, by terminfo.
  public let keyStrings: [[UInt8]: Key]

  /// How long to wait for a slow terminal before leaving.
  private static let patience = Duration.milliseconds(300)

  private enum Phase { case open, suspended, closed }

  private let device: TerminalDevice
  private let capture: FrameCapture
  private let queue: OutputQueue
  private let encoder: CursesEncoder
  private let features: TerminalFeatures
  private var palette: CursesPalette
  private var phase = Phase.open
  private var cursorIsVisible = true

  /// Takes the terminal of standard input and output.
  ///
  /// - Parameters:
  ///   - environment: Where `TERM` and `NO_COLOR` are read.
  ///   - features: What is asked of the terminal besides text and keys.
  /// - Throws: ``ScreenError`` before anything was written to the terminal.
  public init(environment: [String: String], features: TerminalFeatures = []) throws(ScreenError) {
    self.features = features
    device = try TerminalDevice()
    let unicode = tui_follow_locale()
    let term = environment["TERM"] ?? ""
    guard !term.isEmpty, tui_knows_terminal(term) else { throw .unsupportedTerminal(term) }
    capture = try FrameCapture()
    guard tui_start(term, capture.descriptor) else { throw .unsupportedTerminal(term) }
    palette = CursesPalette(isColored: environment["NO_COLOR", default: ""].isEmpty)
    encoder = CursesEncoder(isUnicode: unicode)
    keyStrings = CursesKeys.strings()
    queue = OutputQueue(descriptor: device.output)
    size = .zero
    device.takeModes()
    updateSize()
    queue.append(TerminalModes.enter(features).utf8)
  }

  /// Whether the terminal has taken the frame before.
  public var isReady: Bool { phase == .open && queue.isEmpty }

  /// The number of bytes sent to the terminal so far.
  public var bytesWritten: Int { queue.total }

  /// Paints what changed.
  public func present(_ frame: Frame) throws(ScreenError) {
    guard phase == .open else { return }
    if frame.isWhole { tui_redraw_everything() }
    for run in frame.runs { paint(run, of: frame.buffer) }
    showCursor(frame.cursor != nil)
    let cursor = frame.cursor ?? .zero
    tui_update(Int32(cursor.y), Int32(cursor.x))
    queue.append(capture.take())
    if queue.failed { throw .vanished }
  }

  /// Asks the terminal for its size.
  public func updateSize() {
    size = device.size ?? Size(width: 80, height: 24)
    resizeterm(Int32(size.height), Int32(size.width))
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
    device.takeModes()
    queue.append((TerminalModes.reset + TerminalModes.enter(features)).utf8)
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
  }

  private func giveBack(keepingInput: Bool) {
    showCursor(true)
    endwin()
    let farewell = capture.take() + Array(TerminalModes.leave(features).utf8)
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

  private func showCursor(_ visible: Bool) {
    guard visible != cursorIsVisible else { return }
    curs_set(visible ? 1 : 0)
    cursorIsVisible = visible
  }

  /// One call for each stretch of a style.
  private func paint(_ run: CellRun, of buffer: CellBuffer) {
    var x = run.columns.lowerBound
    while x < run.columns.upperBound {
      let style = buffer[x, run.row].style
      var end = x + 1
      while end < run.columns.upperBound, buffer[end, run.row].style == style { end += 1 }
      let (flags, pair) = palette.attributes(of: style)
      tui_set_style(flags, pair)
      let text = encoder.encode((x..<end).lazy.map { buffer[$0, run.row] })
      tui_put(Int32(run.row), Int32(x), text, Int32(text.count))
      x = end
    }
  }
}
