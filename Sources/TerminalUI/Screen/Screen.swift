import Glibc

/// Where frames are shown.
///
/// There are two: ``CursesScreen`` is a terminal, ``MemoryScreen`` a picture for tests.
@MainActor
public protocol Screen: AnyObject {
  /// The size of the next frame.
  var size: Size { get }

  /// Whether a frame can be shown now; false while a slow terminal has not taken the one before.
  var isReady: Bool { get }

  /// Called when ``isReady`` has become true again.
  var onReady: (@MainActor () -> Void)? { get set }

  /// What the terminal sends for keys, by its own description.
  var keyStrings: [[UInt8]: Key] { get }

  /// Shows a frame of the current size, without waiting for the terminal.
  ///
  /// - Throws: ``ScreenError/vanished`` if there is no terminal any more.
  func present(_ frame: Frame) throws(ScreenError)

  /// Asks the terminal for its size; the next frame must be whole.
  func updateSize()

  /// Restores the terminal to the state in which it was found, until ``resume()``.
  func suspend()

  /// Takes the terminal again, with its new size; the next frame must be whole.
  func resume()

  /// The reports asked of the terminal; can be changed at any time.
  var features: TerminalFeatures { get set }

  /// Copies a text to the terminal's clipboard, if it has one and lets programs use it.
  ///
  /// - Returns: Whether the text was sent; false if it is too long. Terminals do not tell whether they took it.
  func copy(_ text: String) -> Bool

  /// Rings the terminal's bell.
  func ring()

  /// Restores the terminal for good; further calls do nothing.
  func close()
}

/// Why there is no screen.
public enum ScreenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Standard input or output is not a terminal.
  case notATerminal
  /// Terminfo does not know the terminal of this name, or it cannot place its cursor.
  case unsupportedTerminal(String)
  /// The operating system refused something; the error number.
  case system(Int32)
  /// The terminal is gone.
  case vanished

  /// One line for people, without a line end.
  public var description: String {
    switch self {
    case .notATerminal: "standard input and output must be a terminal"
    case .unsupportedTerminal(""): "TERM is not set: set it to the name of your terminal"
    case .unsupportedTerminal(let name): "the terminal “\(TerminalText.printable(name))” cannot show a full screen"
    case .system(let number): SystemError.text(number)
    case .vanished: "the terminal is gone"
    }
  }
}

/// The operating system's words for its error numbers.
enum SystemError {
  static func text(_ number: Int32) -> String {
    guard let text = strerror(number) else { return "error \(number)" }
    return String(cString: text)
  }
}
