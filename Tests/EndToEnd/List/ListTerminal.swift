import Foundation

/// The list in a real terminal, and the command line of the same store beside it.
struct ListTerminal {
  let terminal: TmuxTerminal
  let command: DocketProcess
  let directory: TemporaryDirectory

  /// Opens the list, with everything unless the arguments name a filter.
  ///
  /// - Parameter arguments: what stands behind `docket`.
  init(
    _ arguments: [String] = [], in directory: TemporaryDirectory? = nil, columns: Int = 60, rows: Int = 10,
    wrapper: [String] = []
  ) async throws {
    let directory = try directory ?? TemporaryDirectory()
    self.directory = directory
    command = DocketProcess(in: directory)
    let filter = arguments.contains("--filter") ? [] : DocketProcess.everything
    terminal = try await TmuxTerminal(
      wrapper + [DocketProcess.binary] + arguments + filter, columns: columns, rows: rows,
      environment: command.environment,
      workingDirectory: directory.path)
    // What takes long may stand there already.
    try await terminal.waitUntil { $0.contains("? help") || $0.contains("Esc cancel") }
  }

  /// Waits until a text stands on the screen.
  @discardableResult
  func waitFor(_ text: String) async throws -> TerminalScreen { try await terminal.waitUntil { $0.contains(text) } }

  /// Adds an item by keys and waits until it is saved.
  func add(_ title: String) async throws {
    try await terminal.press("a")
    try await waitFor(" add:")
    try await terminal.type(title)
    try await terminal.press("Enter")
    try await terminal.waitUntil { $0.contains("▌○    \(title)") && $0.contains("saved ✓") }
  }

  /// The titles by the command line, in the order of the list.
  func titles() async throws -> [String] {
    let result = try await command.run("list")
    return result.text.split(separator: "\n").map { String($0.split(separator: "\t")[3]) }
  }
}
