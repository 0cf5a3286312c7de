import Foundation
import Testing

@Suite("Promise 24: the terminal vanishes", .takesTurns)
struct Promise24Tests {
  @Test func theProgramIsGoneWithinASecondAndWhatWasSavedIsThere() async throws {
    let directory = try TemporaryDirectory()
    let terminal = try await Probe.docket(in: directory)
    try await terminal.send("a")
    try await terminal.waitFor("add:")
    try await terminal.send("kept\r")
    try await terminal.waitFor("saved")
    terminal.hangUp()
    #expect(await terminal.ending().time < Effort.limit(.seconds(1)))
    #expect(try await DocketProcess(in: directory).run("list", "--count").text == "1\n")
  }

  /// Without the signal, the input's end is what tells.
  @Test func alsoUnderNohup() async throws {
    let terminal = try PseudoTerminal(["/bin/bash", "-c", "trap '' HUP; exec \"$0\"", Probe.binary])
    try await terminal.waitFor("probe")
    terminal.hangUp()
    let (ending, time) = await terminal.ending()
    #expect(ending == .exited(129))
    #expect(time < Effort.limit(.seconds(1)))
  }

  @Test func alsoWhileItTakesNothing() async throws {
    let terminal = try await Probe.start()
    try await StalledTerminal.fill(terminal)
    terminal.hangUp()
    #expect(await terminal.ending().time < Effort.limit(.seconds(2)))
  }

  @Test func alsoWhileAnEditorHasIt() async throws {
    let directory = try TemporaryDirectory()
    let terminal = try await EditedText.start("trap '' HUP TERM; echo editing; sleep 60", in: directory)
    try await terminal.waitFor("editing")
    terminal.hangUp()
    #expect(await terminal.ending().time < Effort.limit(.seconds(2)))
    #expect(try EditedText.leftovers(in: directory).isEmpty)
  }
}
