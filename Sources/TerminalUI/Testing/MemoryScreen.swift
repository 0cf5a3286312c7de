/// A screen in memory, for tests: its picture can be read as text.
@MainActor
public final class MemoryScreen: Screen {
  /// The size; set it with ``resize(to:)``.
  public private(set) var size: Size
  /// The picture; frames are painted run by run, as on a terminal.
  public private(set) var buffer: CellBuffer
  /// The cell of the cursor; nil if it is hidden.
  public private(set) var cursor: Point?
  /// The number of frames shown.
  public private(set) var presentCount = 0
  /// The number of cells painted by the last frame.
  public private(set) var paintedCells = 0
  /// Whether the terminal was restored for a while.
  public private(set) var isSuspended = false
  /// Whether the terminal was restored for good.
  public private(set) var isClosed = false
  /// Set it to false to simulate a terminal that takes no more.
  public var isReady = true { didSet { if isReady, !oldValue { onReady?() } } }
  /// Called when ``isReady`` has become true.
  public var onReady: (@MainActor () -> Void)?
  /// Set it to simulate a terminal that vanished.
  public var failure: ScreenError?
  /// The reports asked of the terminal.
  public var features: TerminalFeatures = []
  /// The text copied to the clipboard last.
  public private(set) var clipboard: String?
  /// Empty: the screen has no keys of its own.
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
    buffer = frame.buffer.applied(frame.runs, shift: frame.shift, to: buffer)
    cursor = frame.cursor
    presentCount += 1
    paintedCells = frame.runs.reduce(0) { $0 + $1.columns.count }
  }

  /// Resizes the window; the application learns of it by a signal, as from a terminal.
  public func resize(to size: Size) { nextSize = size }

  /// Takes the size set by ``resize(to:)``.
  public func updateSize() { size = nextSize }

  /// Records that the terminal was restored.
  public func suspend() { isSuspended = true }

  /// Records that the terminal was taken again.
  public func resume() {
    isSuspended = false
    updateSize()
  }

  /// Records the text on the clipboard.
  public func copy(_ text: String) -> Bool {
    guard ClipboardSequence.bytes(copying: text) != nil else { return false }
    clipboard = text
    return true
  }

  /// How often the bell was rung.
  public private(set) var ringCount = 0

  /// Counts it.
  public func ring() { ringCount += 1 }

  /// Records that the terminal was restored for good.
  public func close() { isClosed = true }
}

extension MemoryScreen {
  /// The text on the screen: a line for each row, without trailing spaces.
  public var drawing: String { buffer.drawing }

  /// The links on the screen, from the top and from left to right.
  public var links: [LinkedText] { buffer.links }

  /// The style of the cell in a column of a row.
  public func style(x: Int, y: Int) -> Style { buffer[x, y].style }
}
