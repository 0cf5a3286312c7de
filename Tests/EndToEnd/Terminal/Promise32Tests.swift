import Foundation
import Testing

@Suite("Promise 32: only what changed is written", .takesTurns)
struct Promise32Tests {
  @Test func movingTheCursorTakesFewBytes() async throws {
    let terminal = try await Probe.docket("--preview", columns: 100, rows: 30)
    try await terminal.waitFor("of 24")
    try await terminal.waitForSilence()
    let first = terminal.screen.lines.firstIndex { $0.contains("▌") } ?? 0
    for step in 1...3 {
      let count = try await terminal.bytes(for: "j") { $0.lines[first + step].contains("▌") }
      #expect((1...400).contains(count))
    }
  }

  /// The first row, whose place does not change.
  @Test(arguments: [Effort.choose(1_000, long: 1_000_000)])
  func changingARowTakesFewBytesHoweverManyThereAre(_ count: Int) async throws {
    let terminal = try await Probe.docket("--preview", "--items", "\(count)", columns: 100, rows: 30)
    try await terminal.waitUntil(within: .seconds(600)) { $0.text.filter(\.isNumber).contains("\(count)") }
    try await terminal.waitForSilence(of: .milliseconds(500))
    try await terminal.send("t")
    try await terminal.waitFor("saved")
    try await terminal.waitForSilence()
    // The best of some: on a busy machine, how the save went is said while another key is answered.
    var counts: [String: Int] = [:]
    for _ in 1...5 {
      for (key, row) in [("t", 1), ("j", 2), ("k", 1)] {
        let count = try await terminal.bytes(for: key) { $0.lines[row].contains("▌") }
        counts[key] = min(count, counts[key] ?? .max)
        try await terminal.waitForSilence(of: .milliseconds(300))
      }
    }
    #expect(counts.count == 3 && counts.values.allSatisfy { (0...400).contains($0) }, "\(counts)")
  }

  @Test func nothingIsWrittenForAKeyThatChangesNothing() async throws {
    let terminal = try await Probe.docket("--preview")
    try await terminal.waitFor("of 24")
    try await terminal.waitForSilence()
    let count = terminal.byteCount
    // At the top already, a key that means nothing, and the focus.
    for key in ["k", "\u{1B}[24~", "\u{1B}[I", "g"] { try await terminal.send(key) }
    try await terminal.waitForSilence(of: .milliseconds(200))
    #expect(terminal.byteCount == count)
    try await terminal.send("j")
    try await terminal.waitUntil { $0.lines[2].contains("▌") }
  }

  @Test func nothingIsWrittenAndNothingComputedWhileNothingHappens() async throws {
    let terminal = try await Probe.docket("--preview")
    try await terminal.waitFor("of 24")
    try await terminal.waitForSilence(of: .milliseconds(500))
    let (bytes, ticks) = (terminal.byteCount, ProcessTable.ticks(of: terminal.process.identifier))
    try await terminal.waitForSilence(of: Effort.choose(.milliseconds(1500), long: .seconds(60)))
    #expect(terminal.byteCount == bytes)
    #expect(ProcessTable.ticks(of: terminal.process.identifier) - ticks <= Effort.choose(1, long: 2))
  }
}
