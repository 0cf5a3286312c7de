import Testing

@Suite("The terminal of the tests", .takesTurns)
struct TmuxTerminalTests {
  @Test func showsWhatIsTypedAndSaysHowTheProgramEnded() async throws {
    let terminal = try await TmuxTerminal(["/bin/cat"], columns: 40, rows: 6)
    try await terminal.type("größe -x $(id)")
    try await terminal.press("Enter")
    let screen = try await terminal.waitUntil { $0.lines.prefix(2) == ["größe -x $(id)", "größe -x $(id)"] }
    #expect(screen.cursorRow == 2)
    #expect(screen.lines.count == 6)
    #expect(!screen.isAlternate)
    try await terminal.press("C-d")
    #expect(try await terminal.exitStatus() == 0)
    #expect(try await terminal.screen().contains("größe"))
  }

  @Test func resizesAndReportsSignals() async throws {
    let script = "trap 'stty size' WINCH; stty size; while :; do sleep 60 & wait; done"
    let terminal = try await TmuxTerminal(["/bin/bash", "-c", script], columns: 50, rows: 7)
    try await terminal.waitUntil { $0.contains("7 50") }
    try await terminal.resize(columns: 33, rows: 9)
    try await terminal.waitUntil { $0.contains("9 33") }
    try await terminal.signal(9)
    #expect(try await terminal.exitStatus() == 137)
  }

  @Test func startsTheProgramInTheEnvironmentItIsGiven() async throws {
    let terminal = try await TmuxTerminal(["/bin/sh", "-c", "echo $A-$TERM; tty"], environment: ["A": "b c"])
    try await terminal.waitUntil { $0.contains("b c-tmux-256color") && $0.contains("/dev/pts/") }
    #expect(try await terminal.exitStatus() == 0)
  }
}
