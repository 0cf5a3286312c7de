import Foundation
import Testing

extension TerminalPromises {
  @Suite("The program ends when its terminal vanishes", .takesTurns)
  struct EndsWithItsTerminalTests {
    /// Hangs up, and looks how long the program stays.
    @discardableResult
    private func expectEnd(
      of terminal: PseudoTerminal, within promised: Duration, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> ChildProcess.Ending {
      let plain = try await PlainProgram.ending { $0.hangUp() }
      terminal.hangUp()
      let (ending, time) = await terminal.ending()
      #expect(
        time < Effort.limit(promised, beside: plain), "\(time), a plain program \(plain)",
        sourceLocation: sourceLocation)
      return ending
    }

    @Test func theProgramIsGoneWithinASecondAndWhatWasSavedIsThere() async throws {
      let directory = try TemporaryDirectory()
      let terminal = try await Probe.docket(in: directory)
      try await terminal.send("a")
      try await terminal.waitFor("add:")
      try await terminal.send("kept\r")
      try await terminal.waitFor("saved")
      try await expectEnd(of: terminal, within: .seconds(1))
      #expect(try await DocketProcess(in: directory).run("list", "--count").text == "1\n")
    }

    /// Without the signal, the input's end is what tells.
    @Test func alsoUnderNohup() async throws {
      let terminal = try PseudoTerminal(["/bin/bash", "-c", "trap '' HUP; exec \"$0\"", Probe.binary])
      try await terminal.waitFor("probe")
      #expect(try await expectEnd(of: terminal, within: .seconds(1)) == .exited(129))
    }

    @Test func alsoWhileItTakesNothing() async throws {
      let terminal = try await Probe.start()
      try await StalledTerminal.fill(terminal)
      try await expectEnd(of: terminal, within: .seconds(2))
    }

    @Test func alsoWhileAnEditorHasIt() async throws {
      let directory = try TemporaryDirectory()
      let terminal = try await EditedText.start("trap '' HUP TERM; echo editing; sleep 60", in: directory)
      try await terminal.waitFor("editing")
      try await expectEnd(of: terminal, within: .seconds(2))
      #expect(try EditedText.leftovers(in: directory).isEmpty)
    }
  }
}
