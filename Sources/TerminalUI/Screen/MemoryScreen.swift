/// A screen that keeps the picture, for tests: what it shows can be read as a drawing.
@MainActor
public final class MemoryScreen: Screen {
  /// The size; set it with ``resize(to:)``.
  public private(set) var size: Size
  /// What the screen shows; painted run by run, as a terminal would.
  public private(set) var buffer: CellBuffer
  /// Where the cursor stands; nil if it is hidden.
  public private(set) var cursor: Point?
  /// The number of frames shown.
  public private(set) var presentCount = 0
  /// The number of cells painted by the last frame.
  public private(set) var paintedCells = 0
  /// Whether the terminal was given back for a while.
  public private(set) var isSuspended = false
  /// Whether the terminal was given back for good.
  public private(set) var isClosed = false
  /// Set it to false to play a terminal that takes no more.
  public var isReady = true { didSet { if isReady, !oldValue { onReady?() } } }
  /// Called when ``isReady`` has become true.
  public var onReady: (@MainActor () -> Void)?
  /// Set it to play a terminal that vanished.
  public var failure: ScreenError?
  /// What was asked of the terminal.
  public var features: TerminalFeatures = []
  /// What was put on the clipboard last.
  public private(set) var clipboard: String?
  /// No keys of its own.
  public let keyStrings: [[UInt8]: Key] = [:]

  private var nextSize: Size

  /// Creates a blank screen.
  public init(size: Size) {
    self.size = size
    nextSize = size
    buffer = CellBuffer(size: size)
  }

  /// Paints the runs of a frame.
  public func present(_ frame: Frame) throws(ScreenError) {
    if let failure { throw failure }
    buffer = frame.buffer.applied(frame.runs, to: buffer)
    cursor = frame.cursor
    presentCount += 1
    paintedCells = frame.runs.reduce(0) { $0 + $1.columns.count }
  }

  /// Gives the window another size; the application learns of it by a signal, as from a terminal.
  public func resize(to size: Size) { nextSize = size }

  /// Takes the size given with ``resize(to:)``.
  public func updateSize() { size = nextSize }

  /// Notes that the terminal was given back.
  public func suspend() { isSuspended = true }

  /// Notes that the terminal was taken again.
  public func resume() {
    isSuspended = false
    updateSize()
  }

  /// Notes what is on the clipboard.
  public func copy(_ text: String) -> Bool {
    guard ClipboardSequence.bytes(copying: text) != nil else { return false }
    clipboard = text
    return true
  }

  /// Notes that the terminal was given back for good.
  public func close() { isClosed = true }
}
