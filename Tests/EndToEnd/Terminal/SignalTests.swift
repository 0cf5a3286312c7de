import Foundation
import Testing

/// What signals do before, during and after a full screen.
@Suite(.takesTurns) struct SignalTests {
  /// A signal that was ignored, as a broken pipe often is, is ignored again.
  @Test(arguments: [[], ["--ignore-signal=PIPE", "--ignore-signal=TERM"]])
  func afterwardsSignalsDoWhatTheyDidAndDescriptorsAreClosed(_ ignored: [String]) async throws {
    let terminal = try PseudoTerminal(
      ["/usr/bin/env"] + ignored + [Probe.binary, "--report"], columns: 60, rows: 12)
    try await terminal.waitFor("probe 60x12")
    try await terminal.send("q")
    let screen = try await terminal.waitFor("descriptors:")
    #expect(screen.text.contains("changed: none\ndescriptors: 0\n"))
  }

  @Test func oneThatComesBeforeAnybodyListensIsHandled() async throws {
    let terminal = try PseudoTerminal([Probe.binary, "--early"], columns: 60, rows: 12)
    #expect(await terminal.ending().ending == .killed(SIGTERM))
    let screen = try await terminal.waitUntil { !$0.isAlternate }
    #expect(screen.modes.isEmpty && terminal.hasModesOfBefore)
  }

  /// With a handler of curses the program that has the terminal would be drawn over.
  @Test func whileAnEditorHasTheTerminalCtrlZIsNotCaught() async throws {
    let terminal = try await EditedText.start("echo editing; exec sleep 30", in: TemporaryDirectory())
    try await terminal.waitFor("editing")
    let caught = ProcessTable.caughtSignals(of: terminal.process.identifier)
    #expect(caught.contains(SIGTERM) && !caught.contains(SIGTSTP))
  }
}
