import Foundation
import Testing

@testable import TerminalUI

@MainActor
@Suite struct ChildTests {
  let scene = ModelList(["a"])
  let screen = MemoryScreen(size: Size(width: 10, height: 2))
  let source = ScriptedSource()
  let clock = ManualClock()

  @Test func aProgramHasTheTerminalUntilItEnds() async throws {
    let child = ScriptedChild()
    let application = start(child)
    let run = Task { try await application.run(ChildProgram("less", ["-R", "x y"])) }
    await untilStarted(child)
    #expect(screen.isSuspended && source.isSuspended)
    #expect(child.programs == [ChildProgram("less", ["-R", "x y"])])
    child.end(.exited(2))
    #expect(try await run.value == .exited(2))
    #expect(!screen.isSuspended && !source.isSuspended)
  }

  @Test func aSecondProgramIsRefused() async throws {
    let child = ScriptedChild()
    let application = start(child)
    let run = Task { try await application.run(ChildProgram("one")) }
    await untilStarted(child)
    await #expect(throws: ChildError.noTerminal) { try await application.run(ChildProgram("two")) }
    child.end(.exited(0))
    _ = try await run.value
  }

  @Test func aProgramThatCannotBeStartedGivesTheTerminalBack() async {
    let application = start(ScriptedChild(startError: .notFound("ed")))
    await #expect(throws: ChildError.notFound("ed")) { try await application.run(ChildProgram("ed")) }
    #expect(!screen.isSuspended && !source.isSuspended)
  }

  @Test func aSignalThatEndsUsEndsTheProgramFirstByForceIfItMust() async throws {
    let child = ScriptedChild(endsOnSignals: false)
    let application = start(child)
    let run = Task { try await application.run(ChildProgram("ed")) }
    await untilStarted(child)
    source.send(.signal(SIGTERM))
    #expect(child.signals == [SIGTERM])
    #expect(application.exitReason == nil)
    clock.advance(by: .milliseconds(500))
    #expect(child.signals == [SIGTERM, SIGKILL])
    child.end(.killed(SIGKILL))
    _ = try await run.value
    #expect(application.exitReason == .signal(SIGTERM))
    #expect(screen.isClosed)
  }

  @Test func sizesAndContinuationsWaitForTheProgram() async throws {
    let child = ScriptedChild()
    let application = start(child)
    let run = Task { try await application.run(ChildProgram("ed")) }
    await untilStarted(child)
    screen.resize(to: Size(width: 4, height: 1))
    source.send(.signal(SIGWINCH))
    source.send(.signal(SIGCONT))
    #expect(screen.isSuspended)
    child.end(.exited(0))
    _ = try await run.value
    await application.idle()
    #expect(screen.drawing == "> a")
  }

  @Test func theKeyboardWorksAfterAPasteThatEndedInTheProgram() async throws {
    let child = ScriptedChild()
    let application = start(child)
    source.type("\u{1B}[200~pasted")
    let run = Task { try await application.run(ChildProgram("ed")) }
    await untilStarted(child)
    child.end(.exited(0))
    _ = try await run.value
    #expect(scene.events.contains(.paste(Paste("pasted", isTruncated: true))))
    source.type("x")
    clock.advance(by: .milliseconds(200))
    #expect(scene.events.last == .key("x"))
  }

  @Test func theKeyboardWorksAfterAPasteInWhichWeWereStopped() {
    let application = start(ScriptedChild())
    source.type("\u{1B}[200~pasted")
    application.suspend()
    source.type("x")
    clock.advance(by: .milliseconds(200))
    #expect(scene.events.last == .key("x"))
  }

  @Test func continuedInTheBackgroundItLeavesTheTerminalForAMoment() {
    let application = start(ScriptedChild())
    source.isInForeground = false
    application.suspend()
    #expect(screen.isSuspended)
    source.send(.signal(SIGTERM))
    clock.advance(by: .milliseconds(200))
    #expect(screen.isSuspended && screen.isClosed)
  }

  @Test(arguments: [
    ("vi", ["vi"]), ("  code   --wait ", ["code", "--wait"]), ("'/a b/ed' \"x \\\" y\"", ["/a b/ed", "x \" y"]),
    ("a\\ b c''d", ["a b", "cd"]), ("''", [""]), ("$HOME `x`;", ["$HOME", "`x`;"]),
  ])
  func wordsAreSplitAsAShellDoesAndNothingElse(_ text: String, _ words: [String]) {
    #expect(CommandWords.split(text) == words)
  }

  @Test(arguments: ["'x", "\"x", "a 'b\" c"]) func aQuotationWithoutEndIsRefused(_ text: String) {
    #expect(CommandWords.split(text) == nil)
    #expect(throws: ChildError.unreadable(text)) {
      try ChildProgram.editor(opening: "f", environment: ["EDITOR": text])
    }
  }

  @Test func visualCountsBeforeEditorAndBlankDoesNot() throws {
    let environment = ["VISUAL": "one -a", "EDITOR": "two"]
    #expect(try ChildProgram.editor(opening: "f", environment: environment) == ChildProgram("one", ["-a", "f"]))
    #expect(
      try ChildProgram.editor(opening: "f", environment: ["VISUAL": " ", "EDITOR": "two"])
        == ChildProgram("two", ["f"]))
    #expect(try ChildProgram.editor(opening: "f", environment: ["PATH": "/nowhere"]) == ChildProgram("vi", ["f"]))
  }

  @Test(arguments: [
    (ChildEnding.exited(0), EditorEnding.finished("typed")),
    (.exited(1), .failed(.failed("ed", 1), leaving: "typed")),
    (.killed(9), .failed(.killed("ed", 9), leaving: "typed")),
  ]) func whatAnEditorLeftIsToldEvenIfItFailed(_ ending: ChildEnding, _ told: EditorEnding) async throws {
    let child = ScriptedChild()
    let application = start(child)
    let edit = Task { try await application.openEditor(on: "old", named: "a.md", environment: ["EDITOR": "ed"]) }
    await untilStarted(child)
    let path = try #require(child.programs.first?.arguments.last)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    try "typed".write(toFile: path, atomically: false, encoding: .utf8)
    child.end(ending)
    #expect(try await edit.value == told)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  private func start(_ child: ScriptedChild) -> Application {
    let application = Application(scene: scene, screen: screen, source: source, clock: clock, launcher: child)
    application.start()
    return application
  }

  private func untilStarted(_ child: ScriptedChild) async {
    while child.programs.isEmpty { await Task.yield() }
  }
}

/// One after the other: there can be one such file in a process.
@MainActor
@Suite(.serialized) struct PrivateFileTests {
  @Test(arguments: [
    ("notes.md", "notes.md"), ("../../etc/notes.md", "notes.md"), ("/etc/passwd", "passwd"), ("a/b/", "b"),
    ("..", "text"),
    ("", "text"), (".hidden", ".hidden"),
  ])
  func aNameLeadsNowhereElse(_ name: String, _ last: String) throws {
    var file: PrivateFile? = try PrivateFile(named: name, in: "/tmp", holding: "größe")
    let path = try #require(file?.path)
    let components = path.split(separator: "/")
    #expect(components.count == 3 && components[1].hasPrefix("terminal-") && components[2] == last)
    #expect(try file?.text() == "größe")
    file = nil
    #expect(!FileManager.default.fileExists(atPath: "/tmp/\(components[1])"))
  }

  @Test func whatAnEditorKeepsBesideItGoesWithIt() throws {
    var file: PrivateFile? = try PrivateFile(named: "a", in: "relative", holding: "")
    let directory = try #require(file.map { URL(fileURLWithPath: $0.path).deletingLastPathComponent() })
    #expect(directory.deletingLastPathComponent().path == "/tmp")
    for number in 0..<500 { try Data().write(to: directory.appending(path: ".a.sw\(number)")) }
    file = nil
    #expect(!FileManager.default.fileExists(atPath: directory.path))
  }
}
