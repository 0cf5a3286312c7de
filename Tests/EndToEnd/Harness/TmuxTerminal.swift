import Foundation

/// A real terminal of a fixed size, served by a tmux of its own.
///
/// The program's screen stays readable after the program ended. Everything ends with the terminal.
final class TmuxTerminal: Sendable {
  /// A tmux command failed; what it said.
  struct CommandFailure: Error {
    let command: [String]
    let message: String
  }

  private let directory: TemporaryDirectory

  /// Starts a program in a terminal.
  ///
  /// - Parameters:
  ///   - command: the program and its arguments.
  ///   - environment: what the program finds in its environment besides `TERM`, which tmux sets.
  ///   - workingDirectory: where it starts; the terminal's own directory unless given.
  init(
    _ command: [String], columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
    workingDirectory: String? = nil
  ) async throws {
    directory = try TemporaryDirectory()
    try directory.write(Array(Self.configuration.utf8), to: "tmux.conf")
    let program =
      ["/bin/bash", "-c", Self.keeper, "keeper", directory.file("status")]
      + ["/usr/bin/env", "-u", "TMUX", "-u", "TMUX_PANE"] + environment.map { "\($0)=\($1)" } + command
    try await tmux(
      ["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-c", workingDirectory ?? directory.path, "--"]
        + program)
  }

  deinit {
    let end = try? Self.start(["kill-server"], in: directory, output: .file("/dev/null"), error: .file("/dev/null"))
    end?.waitBlocking()
  }

  /// Runs the program and records its status, which tmux 3.3 sometimes forgets.
  ///
  /// Its traps let it outlive the signals of the keyboard; the program has none of them.
  private static let keeper = """
    trap : HUP INT QUIT TERM; status=$1; shift; exec 9>&2 2>/dev/null; "$@" 2>&9 9>&-; echo $? > "$status"
    """

  private static let configuration = """
    set -g status off
    set -s set-clipboard on
    set -g remain-on-exit on
    set -g remain-on-exit-format ""
    set -g escape-time 0
    set -g default-terminal tmux-256color

    """

  // MARK: - Keys

  /// Presses keys by tmux's names for them: `Enter`, `Escape`, `Up`, `C-c`, `a`.
  func press(_ keys: String...) async throws { try await tmux(["send-keys"] + keys) }

  /// Types text as it is.
  func type(_ text: String) async throws { try await tmux(["send-keys", "-l", "--", text]) }

  /// Pastes text as a terminal does, in brackets if the program asked for them.
  func paste(_ text: String) async throws {
    try await tmux(["set-buffer", "-b", "paste", "--", text])
    try await tmux(["paste-buffer", "-p", "-r", "-d", "-b", "paste"])
  }

  /// Sends bytes as if the keyboard had sent them.
  func send(bytes: [UInt8]) async throws {
    try await tmux(["send-keys", "-H"] + bytes.map { String($0, radix: 16) })
  }

  /// The text that programs copied to the terminal's clipboard.
  func clipboard() async throws -> String { try await tmux(["show-buffer"]) }

  // MARK: - Screen

  /// What is on the screen now.
  func screen() async throws -> TerminalScreen {
    // Both in one go, or the program could write in between.
    let state = "#{cursor_x} #{cursor_y} #{alternate_on} #{cursor_flag}"
    let answer = try await tmux(["display-message", "-p", state, ";", "capture-pane", "-p"])
    let end = answer.firstIndex(of: "\n") ?? answer.endIndex
    return TerminalScreen(text: String(answer[end...].dropFirst()), state: String(answer[..<end]))
  }

  /// What is on the screen now, with the escape sequences of colours and attributes.
  func styledScreen() async throws -> String { try await tmux(["capture-pane", "-p", "-e"]) }

  /// Waits until the screen is as it should be.
  ///
  /// - Throws: `ConditionTimeout` with the last screen.
  @discardableResult
  func waitUntil(
    within deadline: Duration = .seconds(180), _ condition: (TerminalScreen) throws -> Bool
  ) async throws -> TerminalScreen {
    var last: TerminalScreen?
    // Each look is a process of its own, and several terminals are looked at at once.
    return try await EndToEndTests.waitUntil(
      within: deadline, every: .milliseconds(20), or: { "the screen is:\n\(last?.text ?? "")" }
    ) {
      let screen = try await self.screen()
      last = screen
      return try condition(screen) ? screen : nil
    }
  }

  /// Changes the size of the terminal.
  func resize(columns: Int, rows: Int) async throws {
    try await tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  // MARK: - Program

  /// The process that runs in the terminal.
  func programIdentifier() async throws -> pid_t {
    let keeper = pid_t(try await tmux(["display-message", "-p", "#{pane_pid}"]).trimmingCharacters(in: .newlines)) ?? 0
    return try await EndToEndTests.waitUntil(or: { "the program does not run" }) {
      ProcessTable.children(of: keeper).first
    }
  }

  /// Sends a signal to the program.
  func signal(_ number: Int32) async throws { Foundation.kill(try await programIdentifier(), number) }

  /// Waits for the end of the program.
  ///
  /// - Returns: its exit status, or 128 and the number of the signal that ended it.
  func exitStatus(within deadline: Duration = .seconds(180)) async throws -> Int32 {
    try await EndToEndTests.waitUntil(within: deadline, or: { "the program still runs" }) {
      let note = FileManager.default.contents(atPath: directory.file("status")) ?? Data()
      return note.last == 0x0a ? Int32(String(decoding: note.dropLast(), as: UTF8.self)) : nil
    }
  }

  /// Ends the terminal, as closing its window would.
  func kill() async throws { try await tmux(["kill-server"]) }

  // MARK: - Commands

  @discardableResult
  func tmux(_ arguments: [String]) async throws -> String {
    let scratch = try TemporaryDirectory()
    let child = try Self.start(
      arguments, in: directory, output: .file(scratch.file("output")), error: .file(scratch.file("error")))
    let output: String
    let ending = await child.wait()
    output = String(decoding: try scratch.bytes(of: "output"), as: UTF8.self)
    guard ending == .exited(0) else {
      throw CommandFailure(command: arguments, message: String(decoding: try scratch.bytes(of: "error"), as: UTF8.self))
    }
    return output
  }

  private static func start(
    _ arguments: [String], in directory: TemporaryDirectory, output: ChildProcess.Stream, error: ChildProcess.Stream
  ) throws -> ChildProcess {
    let tmux = ["/usr/bin/tmux", "-u", "-L", "docket", "-f", directory.file("tmux.conf")]
    return try ChildProcess(
      (tmux + arguments).map { Array($0.utf8) },
      environment: [
        "TMUX_TMPDIR": directory.path, "HOME": directory.path, "PATH": "/usr/local/bin:/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "TZ": "UTC", "SHELL": "/bin/sh",
      ], output: output, error: error, directory: directory.path)
  }
}

// MARK: - Columns

extension TmuxTerminal {
  /// The columns where tmux sees a character in rows of the screen, and where each row ends.
  ///
  /// The cursor of copy mode jumps there: columns are those of tmux's own cells.
  func columns(of character: Character, inRows rows: Range<Int>) async throws -> [(character: Int, end: Int)] {
    var script = ["set -g @columns ''", "copy-mode", "send-keys -X top-line"]
    script += Array(repeating: "send-keys -X cursor-down", count: rows.lowerBound)
    for _ in rows {
      script += ["send-keys -X start-of-line", "send-keys -X jump-forward '\(character)'", Self.note]
      script += ["send-keys -X end-of-line", Self.note, "send-keys -X start-of-line", "send-keys -X cursor-down"]
    }
    let scratch = try TemporaryDirectory()
    try scratch.write(Array((script + ["send-keys -X cancel"]).joined(separator: "\n").utf8), to: "script")
    try await tmux(["source-file", scratch.file("script")])
    let numbers = try await tmux(["show-options", "-gv", "@columns"]).split(whereSeparator: \.isWhitespace).map {
      Int($0) ?? -1
    }
    return stride(from: 0, to: numbers.count - 1, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
  }

  private static let note = "set -agF @columns '#{copy_cursor_x} '"
}

// MARK: - Screen

/// The screen of a terminal at one moment.
struct TerminalScreen: Hashable, Sendable, CustomStringConvertible {
  /// The rows from the top, without the blanks at their ends.
  let lines: [String]
  /// The cursor's column, from 0.
  let cursorColumn: Int
  /// The cursor's row, from 0.
  let cursorRow: Int
  /// Whether the cursor is seen.
  let isCursorVisible: Bool
  /// Whether it is the alternate screen, which full-screen programs use.
  let isAlternate: Bool

  /// The rows with line ends between them.
  var text: String { lines.joined(separator: "\n") }

  var description: String { text }

  /// - Parameters:
  ///   - text: The output of `capture-pane`.
  ///   - state: The cursor's column and row, and whether the alternate screen and the cursor are on, separated by blanks.
  init(text: String, state: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    self.lines = lines.last?.isEmpty == true ? lines.dropLast() : lines
    let numbers = state.split(whereSeparator: \.isWhitespace).map { Int($0) ?? 0 } + [0, 0, 0, 0]
    (cursorColumn, cursorRow) = (numbers[0], numbers[1])
    (isAlternate, isCursorVisible) = (numbers[2] == 1, numbers[3] == 1)
  }

  /// Whether a text stands in one of the rows.
  func contains(_ text: String) -> Bool { lines.contains { $0.contains(text) } }
}
