import Foundation
import Testing

/// What signals do before, during and after a full screen.
@Suite(.takesTurns) struct SignalTests {
  /// A signal that was ignored before, as SIGPIPE often is, is ignored again.
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
    try await terminal.waitUntil { $0.isGivenBack }
    #expect(terminal.hasModesOfBefore)
  }

  /// Curses' handler would draw over the program that has the terminal.
  @Test func whileAnEditorHasTheTerminalCtrlZIsNotCaught() async throws {
    let terminal = try await EditedText.start("echo editing; exec sleep 30", in: TemporaryDirectory())
    try await terminal.waitFor("editing")
    let caught = ProcessTable.caughtSignals(of: terminal.process.identifier)
    #expect(caught.contains(SIGTERM) && !caught.contains(SIGTSTP))
  }
}

extension TerminalPromises {
  @Suite("Signals during edits lose nothing", .takesTurns)
  struct KeepsEditsDespiteSignalsTests {
    @Test func nothingIsLostAndNoInterruptionIsShown() async throws {
      let directory = try TemporaryDirectory()
      let terminal = try await Probe.docket(in: directory)
      let signals = [SIGWINCH, SIGCONT, SIGUSR1, SIGCHLD, SIGUSR2]
      let perItem = Effort.choose(40, long: 250)
      for item in 0..<4 {
        try await terminal.send("a")
        try await terminal.waitFor("add:")
        for (index, character) in "item \(item) größe".enumerated() {
          try await terminal.send(String(character))
          for step in 0..<perItem / 12 { terminal.signal(signals[(index + step) % signals.count]) }
        }
        try await terminal.send("\r")
        try await terminal.waitUntil { $0.text.contains("▌○    item \(item) größe") && $0.text.contains("saved") }
      }
      #expect(!terminal.recentText.localizedCaseInsensitiveContains("interrupt"))
      #expect(try await DocketProcess(in: directory).run("list", "--count").text == "4\n")
    }
  }
}
