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
    switch try await openEditor(on: text, named: name, environment: environment) {
    case .failed(let reason, _): throw reason
    case .finished(let edited): return edited == text || edited.allSatisfy(\.isWhitespace) ? nil : edited
    }
  }

  /// Lets a person edit a text, and tells what an editor that failed left too.
  ///
  /// The parameters are those of ``edit(_:named:environment:)``.
  /// - Returns: The text as it is now, also if it is the old one or blank.
  /// - Throws: ``ChildError`` if there is no editor, or its text cannot be used.
  public func openEditor(
    on text: String, named name: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) async throws(ChildError) -> EditorEnding {
    guard exitReason == nil, child == nil else { throw .noTerminal }
    let file = try PrivateFile(named: name, in: environment["TMPDIR"] ?? "/tmp", holding: text)
    let editor = try ChildProgram.editor(opening: file.path, environment: environment)
    switch try await run(editor) {
    case .exited(0): return .finished(try file.text())
    case .exited(let status): return .failed(.failed(editor.name, status), leaving: try? file.text())
    case .killed(let number): return .failed(.killed(editor.name, number), leaving: try? file.text())
    case .unknown: return .failed(.lost(editor.name), leaving: try? file.text())
    }
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
