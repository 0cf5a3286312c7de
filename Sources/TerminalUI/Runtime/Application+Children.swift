import Foundation

extension Application {
  /// How long a program may take to end after a signal that also ends us.
  private static let patience = Duration.milliseconds(500)

  /// Gives the terminal to a program until that ends; everything else goes on meanwhile.
  ///
  /// Ctrl-C and Ctrl-\ in it are its own business; Ctrl-Z stops both. A signal that ends us ends it first.
  ///
  /// - Throws: ``ChildError`` if it did not get the terminal.
  public func run(_ program: ChildProgram) async throws(ChildError) -> ChildEnding {
    guard exitReason == nil, child == nil else { throw .noTerminal }
    screen.suspend()
    source.lend()
    defer { takeBackFromChild() }
    let running = try launcher.start(program)
    child = running
    return await running.ending()
  }

  /// Lets a person edit a text in the editor that the environment asks for.
  ///
  /// The text is in a private file meanwhile, which is gone afterwards whatever happens.
  ///
  /// - Parameters:
  ///   - text: What the editor shows first.
  ///   - name: The file's name; its extension tells editors how to colour it. Of a path, the last component counts.
  ///   - environment: Where `VISUAL`, `EDITOR` and `TMPDIR` are read; a `TMPDIR` that is not absolute is not used.
  /// - Returns: The new text; nil if it is the old one or blank.
  /// - Throws: ``ChildError`` if there is no editor, it failed, or its text cannot be used.
  public func edit(
    _ text: String, named name: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) async throws(ChildError) -> String? {
    guard exitReason == nil, child == nil else { throw .noTerminal }
    let file = try PrivateFile(named: name, in: environment["TMPDIR"] ?? "/tmp", holding: text)
    let editor = try ChildProgram.editor(opening: file.path, environment: environment)
    switch try await run(editor) {
    case .exited(0): break
    case .exited(let status): throw .failed(editor.name, status)
    case .killed(let number): throw .killed(editor.name, number)
    case .unknown: throw .lost(editor.name)
    }
    let edited = try file.text()
    return edited == text || edited.allSatisfy(\.isWhitespace) ? nil : edited
  }

  /// Ends the program that has the terminal, and then us.
  func endChild(_ child: any RunningChild, because reason: ExitReason) {
    guard reasonAfterChild == nil else { return }
    reasonAfterChild = reason
    if case .signal(let number) = reason { child.send(number) } else { child.send(SIGHUP) }
    _ = clock.schedule(after: Self.patience) { child.send(SIGKILL) }
  }

  private func takeBackFromChild() {
    child = nil
    source.takeBack()
    takeScreenBack()
    guard let reason = reasonAfterChild else { return }
    reasonAfterChild = nil
    leave(reason)
  }
}
