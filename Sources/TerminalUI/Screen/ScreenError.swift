/// Why there is no screen.
public enum ScreenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Standard input or output is not a terminal.
  case notATerminal
  /// The terminal of this name is not known, or cannot place its cursor.
  case unsupportedTerminal(String)
  /// The operating system refused something; the error number.
  case system(Int32)
  /// The terminal was there and is gone.
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
