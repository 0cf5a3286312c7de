import Foundation
import Testing

@Suite("Promise 32: only what changed is written")
struct Promise32Tests {
  @Test func movingTheCursorTakesFewBytes() async throws {
    let terminal = try await Probe.docket("--preview", columns: 100, rows: 30)
    try await terminal.waitFor("24 items")
    try await terminal.waitForSilence()
    let first = terminal.screen.lines.firstIndex { $0.contains("▌") } ?? 0
    for step in 1...3 {
      let count = try await terminal.bytes(for: "j") { $0.lines[first + step].contains("▌") }
      #expect((1...400).contains(count))
    }
  }

  @Test func nothingIsWrittenAndNothingComputedWhileNothingHappens() async throws {
    let terminal = try await Probe.docket("--preview")
    try await terminal.waitFor("24 items")
    try await terminal.waitForSilence(of: .milliseconds(500))
    let (bytes, ticks) = (terminal.byteCount, ProcessTable.ticks(of: terminal.process.identifier))
    try await terminal.waitForSilence(of: Effort.choose(.milliseconds(1500), long: .seconds(60)))
    #expect(terminal.byteCount == bytes)
    #expect(ProcessTable.ticks(of: terminal.process.identifier) - ticks <= Effort.choose(1, long: 2))
  }
}
