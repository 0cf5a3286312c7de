/// Where frames are shown.
///
/// There are two: ``CursesScreen`` is a terminal, ``MemoryScreen`` a drawing for tests.
@MainActor
public protocol Screen: AnyObject {
  /// The size of the next frame.
  var size: Size { get }

  /// Whether a frame can be shown now; false while a slow terminal still takes the one before.
  var isReady: Bool { get }

  /// Called when ``isReady`` has become true again.
  var onReady: (@MainActor () -> Void)? { get set }

  /// What the terminal sends for keys, by its own description.
  var keyStrings: [[UInt8]: Key] { get }

  /// Shows a frame of the present size. Never waits for the terminal.
  ///
  /// - Throws: ``ScreenError/vanished`` if there is no terminal any more.
  func present(_ frame: Frame) throws(ScreenError)

  /// Asks the terminal for its size; the next frame must be whole.
  func updateSize()

  /// Gives the terminal back in the state in which it was found, until ``resume()``.
  func suspend()

  /// Takes the terminal again, and its new size; the next frame must be whole.
  func resume()

  /// What is asked of the terminal besides text and keys; can be changed at any time.
  var features: TerminalFeatures { get set }

  /// Puts a text on the clipboard of the terminal, if it has one and lets programs use it.
  ///
  /// - Returns: Whether the text was sent; not if it is too long. Whether the terminal takes it, nobody tells.
  func copy(_ text: String) -> Bool

  /// Gives the terminal back for good; further calls do nothing.
  func close()
}
