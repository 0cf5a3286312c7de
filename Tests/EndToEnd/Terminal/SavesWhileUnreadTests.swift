import Foundation
import Testing

extension TerminalPromises {
  @Suite("A terminal that is not read stops nothing but the picture", .takesTurns)
  struct SavesWhileUnreadTests {
    @Test func savesCommitMemoryIsFlatAndOneFrameCatchesUp() async throws {
      let directory = try TemporaryDirectory()
      let terminal = try await Probe.docket(in: directory)
      try await StalledTerminal.fill(terminal)
      let (bytes, start) = (terminal.byteCount, ContinuousClock.now)
      let memory = ProcessTable.residentBytes(of: terminal.process.identifier)
      try await terminal.send("a")
      try await terminal.send("typed blindly")
      try await terminal.send("\r")
      let command = DocketProcess(in: directory)
      try await waitUntil { try await command.run("list", "--count").text == "1\n" ? true : nil }
      for step in 0..<300 { terminal.resize(columns: 80 + step % 5, rows: 30) }
      for _ in 0..<20 { try await command.run("update", "1", "--title", "renamed") }
      if Effort.isLong { try await Task.sleep(until: start + .seconds(10)) }
      #expect(ProcessTable.residentBytes(of: terminal.process.identifier) < memory + 4 << 20)
      terminal.resize(columns: 60, rows: 12)
      terminal.goOn()
      try await terminal.waitUntil { $0.lines.count == 12 && $0.text.contains("renamed") && $0.text.contains("of 1") }
      try await terminal.waitForSilence()
      // The bytes in the line, the frame being written, and the one that catches up.
      #expect(terminal.byteCount - bytes < 24_000)
      #expect(terminal.screen.violations.isEmpty)
    }
  }
}
