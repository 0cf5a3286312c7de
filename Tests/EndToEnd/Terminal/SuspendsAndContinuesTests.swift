import Foundation
import Testing

extension TerminalPromises {
  @Suite("Ctrl-Z gives the terminal to the shell, and fg draws everything again", .takesTurns)
  struct SuspendsAndContinuesTests {
    @Test func theShellIsUsableInBetweenAndAllIsDrawnAgainInTheNewSize() async throws {
      let shell = try PseudoTerminal(
        ["/bin/bash", "--norc", "--noprofile", "-i"], columns: 60, rows: 12, environment: ["PS1": "$ "])
      try await shell.send("\(Probe.binary) --mouse; echo left $?\n")
      try await shell.waitFor("probe 60x12")
      for round in 1...Effort.choose(3, long: 50) {
        try await shell.send("\u{1A}")
        try await shell.waitUntil { !$0.isAlternate && $0.text.contains("Stopped") }
        #expect(shell.screen.modes.isSubset(of: ["?2004"]))
        let size = (columns: 60 + round % 7, rows: 12 + round % 5)
        shell.resize(columns: size.columns, rows: size.rows)
        try await shell.send("clear; echo $((\(round) + 1000))-\n")
        try await shell.waitFor("\(round + 1000)-")
        try await shell.send("fg; echo left $?\n")
        let screen = try await shell.waitFor("probe \(size.columns)x\(size.rows)")
        #expect(screen.isAlternate && screen.modes.contains("?1002"))
        #expect(!screen.text.contains("\(round + 1000)-"))
      }
      try await shell.send("Q")
      try await shell.waitFor("left 3")
    }

    @Test func stoppedByOthersItDrawsAllAgain() async throws {
      let terminal = try await Probe.start()
      terminal.signal(SIGSTOP)
      try await waitUntil { ProcessTable.state(of: terminal.process.identifier) == "T" ? true : nil }
      terminal.resize(columns: 50, rows: 8)
      terminal.signal(SIGCONT)
      try await terminal.waitFor("probe 50x8")
    }

    @Test func endedWhileStoppedItLeavesTheTerminalToTheShell() async throws {
      let shell = try PseudoTerminal(
        ["/bin/bash", "--norc", "--noprofile", "-i"], columns: 60, rows: 12, environment: ["PS1": "$ "])
      try await shell.send("\(Probe.binary)\n")
      try await shell.waitFor("probe 60x12")
      try await shell.send("\u{1A}")
      try await shell.waitUntil { !$0.isAlternate && $0.text.contains("Stopped") }
      try await shell.send("kill %1; while kill -0 %1 2>/dev/null; do :; done; echo ended $((700 + 43))\n")
      let screen = try await shell.waitFor("ended 743")
      #expect(!screen.isAlternate)
    }
  }
}
