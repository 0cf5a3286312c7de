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
  /// The bytes on their way to the terminal.
  let queue: OutputQueue
  private let painter: CursesPainter
  private let isSynchronizing: Bool
  private let showsLinks: Bool
  private var title: WindowTitle?
  private var phase = Phase.open
  private var cursorIsVisible = true
  /// Whether curses enters with the next frame.
  private var isEntering = true

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
    let unicode = tui_follow_character_set()
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
    showsLinks = links.applies(in: environment)
    painter = CursesPainter(
      CursesEncoder(isUnicode: unicode), CursesPalette(isColored: environment["NO_COLOR", default: ""].isEmpty),
      showsLinks: showsLinks)
    keyStrings = CursesKeys.strings()
    // `Sync` is the name that terminals' own descriptions use.
    isSynchronizing = tui_key_string("Sync") != nil || TerminalModes.synchronizes(term)
    queue = OutputQueue(descriptor: device.outputDescriptor)
    size = .zero
    self.title = WindowTitle(title, on: term)
    leaveCursesOnce()
    device.takeModes(rescue: rescue)
    updateSize()
    queue.append((TerminalModes.enter(features) + showTitle()).utf8)
  }

  /// Has curses leave and, with the first frame, enter again.
  ///
  /// Until that has happened, ncurses writes each movement of the cursor by itself: with 6.4, strace shows some twenty
  /// writes for a key, and one afterwards.
  private func leaveCursesOnce() {
    endwin()
    _ = capture.take()
  }

  // MARK: - Frames

  /// Whether the terminal has taken the frame before.
  public var isReady: Bool { phase == .open && queue.isEmpty }

  /// Paints what changed.
  public func present(_ frame: Frame) throws(ScreenError) {
    guard phase == .open else { return }
    showCursor(frame.cursor != nil)
    let others = painter.paint(frame)
    let drawn = isEntering ? Self.keepingPalette(capture.take()) : StyleSequences.trimmed(capture.take())
    isEntering = false
    let bytes = drawn + others
    queue.append(isSynchronizing ? TerminalModes.synchronized(bytes) : bytes)
    if queue.failed { throw .vanished }
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
    isEntering = true
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

  /// The sequences without the one that resets the palette: curses sends it when it leaves and enters again, but the
  /// colours are the user's.
  private static func keepingPalette(_ sequences: [UInt8]) -> [UInt8] {
    guard let reset = tui_palette_reset() else { return sequences }
    return Array(sequences.replacing(String(cString: reset).utf8, with: []))
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
