import Foundation
import Testing

@Suite("The pseudo-terminal of the tests", .takesTurns)
struct PseudoTerminalTests {
  @Test func runsAnyCommandOnATerminalOfItsOwn() async throws {
    let terminal = try PseudoTerminal(
      ["/bin/sh", "-c", "tty; stty size; echo $A-$TERM; read x; echo got $x; exit 7"], columns: 33, rows: 9,
      type: "linux", environment: ["A": "b c"])
    try await terminal.waitUntil { $0.lines[1] == "9 33" && $0.lines[2] == "b c-linux" }
    try await terminal.send("typed\n")
    try await terminal.waitFor("got typed")
    #expect(await terminal.ending().ending == .exited(7))
  }

  @Test func resizesAndSendsSignals() async throws {
    let terminal = try PseudoTerminal(
      ["/bin/bash", "-c", "trap 'stty size' WINCH; echo ready; while :; do sleep 60 & wait; done"])
    try await terminal.waitFor("ready")
    terminal.resize(columns: 44, rows: 11)
    try await terminal.waitFor("11 44")
    terminal.signal(SIGKILL)
    #expect(await terminal.ending().ending == .killed(SIGKILL))
  }

  @Test func aStalledTerminalStopsTheProgramAndTakesUpAgain() async throws {
    let terminal = try PseudoTerminal(["/bin/sh", "-c", "echo first; read x; seq 100000; echo last"])
    try await terminal.waitFor("first")
    terminal.stall()
    try await terminal.send("\n")
    try await terminal.waitForSilence()
    let count = terminal.byteCount
    #expect(!terminal.screen.text.contains("last"))
    terminal.goOn()
    try await terminal.waitFor("last")
    #expect(terminal.byteCount > count + 500_000)
  }

  @Test func hangingUpEndsTheProgram() async throws {
    let terminal = try PseudoTerminal(["/bin/sh", "-c", "echo ready; exec cat"])
    try await terminal.waitFor("ready")
    terminal.hangUp()
    #expect(await terminal.ending().ending == .killed(SIGHUP))
  }

  @Test func theEmulatorDrawsWhatIsSentInAnyPieces() {
    let text =
      "\u{1B}[?1049h\u{1B}[2J\u{1B}[1;31mrot\u{1B}[0m\u{1B}[2;3H漢x\u{1B}[3d\u{1B}[Gab\u{1B}[D\u{1B}[@-\u{1B}[4;1H====\u{1B}[2G\u{1B}[2X"
    var whole = TerminalEmulator(columns: 8, rows: 4)
    whole.feed(text.utf8)
    #expect(whole.lines == ["rot", "  漢x", "a-b", "=  ="])
    #expect(whole.cells[0][0].style == "1 fg1")
    #expect(whole.isAlternate && whole.violations.isEmpty)
    whole.feed("\u{1B}[1;2r\u{1B}[2;1H\n\u{1B}[r\u{1B}[?1049l".utf8)
    #expect(!whole.isAlternate)
  }

  @Test(arguments: [
    "\u{1B}]0;title\u{7}", "\u{1B}P1$r\u{1B}\\", "\u{9B}2J", "\u{7}", "\u{1B}[6n", "\u{1B}[?1003;66h", "\u{1B}c",
    "\u{1B}[21t", "\u{1B}_x\u{1B}\\", "\u{1B}]8;;file:///x\u{1B}\\", "\u{1B}]8;;http://a b\u{1B}\\",
  ])
  func theEmulatorForbidsWhatNoProgramOfOursMaySend(_ text: String) {
    var emulator = TerminalEmulator(columns: 8, rows: 2)
    emulator.feed(text.utf8)
    #expect(!emulator.violations.isEmpty)
  }
}
