/// Starts programs; ``ScriptedChild`` stands in for them in tests.
public protocol ChildLauncher: Sendable {
  /// Starts a program on the terminal of standard input, output and error.
  ///
  /// - Throws: ``ChildError/notFound(_:)``, ``ChildError/notStarted(_:_:)``.
  func start(_ program: ChildProgram) throws(ChildError) -> any RunningChild
}

/// A program that was started and has the terminal.
public protocol RunningChild: Sendable {
  /// Waits until it ends; called once.
  func ending() async -> ChildEnding

  /// Sends it a signal, unless it has ended.
  func send(_ signal: Int32)
}

/// How a program ended.
public enum ChildEnding: Hashable, Sendable {
  /// By itself, with this exit status.
  case exited(Int32)
  /// By the signal of this number.
  case killed(Int32)
  /// Unknown: other code in this process reaped it.
  case unknown
}

/// Why a program did not get the terminal, or an editor's text was not used.
public enum ChildError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no program of this name.
  case notFound(String)
  /// It could not be started; the error number.
  case notStarted(String, Int32)
  /// This setting has an unclosed quotation.
  case unreadable(String)
  /// Another program has the terminal already, or the application has ended.
  case noTerminal
  /// It failed, with this exit status.
  case failed(String, Int32)
  /// A signal of this number ended it.
  case killed(String, Int32)
  /// It ended, and it is unknown whether it failed.
  case lost(String)
  /// The file for the editor could not be written or read; the error number.
  case file(Int32)
  /// The text is not UTF-8, or has more than ``Paste/limit`` bytes.
  case unusableText

  /// One line for people, without a line end.
  public var description: String {
    switch self {
    case .notFound(let name): "there is no program “\(shown(name))”: set EDITOR to one that is installed"
    case .notStarted(let name, let number): "“\(shown(name))” could not be started: \(SystemError.text(number))"
    case .unreadable(let setting): "a quotation does not end in “\(shown(setting))”: correct EDITOR"
    case .noTerminal: "another program has the terminal: leave it first"
    case .failed(let name, let status): "“\(shown(name))” failed with status \(status): nothing was changed"
    case .killed(let name, let number): "“\(shown(name))” was ended by signal \(number): nothing was changed"
    case .lost(let name): "how “\(shown(name))” ended is not known: nothing was changed"
    case .file(let number): "the text could not be handed to the editor: \(SystemError.text(number))"
    case .unusableText: "the text is not UTF-8 or is longer than \(Paste.limit) bytes: nothing was changed"
    }
  }

  private func shown(_ text: String) -> String { TerminalText.printable(text) }
}
