import Foundation
import Testing

extension TerminalPromises {
  @Suite("Only what changed is written", .takesTurns)
  struct WritesOnlyChangesTests {
    @Test func movingTheCursorTakesFewBytes() async throws {
      let terminal = try await Probe.docket("--preview", columns: 100, rows: 28)
      try await terminal.waitFor("of 24")
      try await terminal.waitForSilence(of: .milliseconds(500))
      var counts: [Int] = []
      for _ in 1...9 {
        let row = terminal.screen.lines.firstIndex { $0.contains("▌") } ?? 0
        counts.append(
          try await terminal.bytes(for: "j") { screen in
            screen.lines.firstIndex { $0.contains("▌") }.map { $0 > row } == true
          })
      }
      // Rows of many colours take a little more.
      #expect(counts.sorted()[4] <= 400 && counts.allSatisfy { (1...450).contains($0) }, "\(counts)")
    }

    /// The terminal moves the other rows by itself.
    @Test func scrollingByARowTakesFewBytes() async throws {
      let terminal = try await Probe.docket("--preview", "--items", "100", columns: 100, rows: 28)
      try await terminal.waitFor("of 100")
      try await terminal.waitForSilence(of: .milliseconds(500))
      // The rows between the header and the footer.
      let last = 26
      try await terminal.send(String(repeating: "j", count: last))
      try await terminal.waitUntil { $0.lines[last].contains("▌") }
      try await terminal.waitForSilence(of: .milliseconds(500))
      var counts: [Int] = []
      for _ in 1...9 {
        let title = terminal.screen.lines[last].dropFirst(6).prefix(20)
        counts.append(try await terminal.bytes(for: "j") { $0.lines[last - 1].contains(title) })
      }
      #expect(counts.sorted()[4] <= 400 && counts.allSatisfy { (1...450).contains($0) }, "\(counts)")
    }

    /// The first row, whose place does not change.
    @Test(arguments: [Effort.choose(1_000, long: 1_000_000)])
    func changingARowTakesFewBytesHoweverManyThereAre(_ count: Int) async throws {
      let terminal = try await Probe.docket("--preview", "--items", "\(count)", columns: 100, rows: 28)
      try await terminal.waitUntil(within: .seconds(600)) { $0.text.filter(\.isNumber).contains("\(count)") }
      try await terminal.waitForRest(of: .milliseconds(500))
      for _ in 1...5 {
        for (key, row, mark) in [(" ", 1, "●"), ("j", 2, "▌"), ("k", 1, "▌"), ("t", 1, "▌"), (" ", 1, "○")] {
          let written = try await terminal.bytes(for: key) {
            $0.lines[row].contains(mark) && !$0.text.contains("saving")
          }
          #expect(written <= 450, "\(key) wrote \(written) bytes")
          #expect(written > 0 || key == "t", "nothing was written for \(key)")
          try await terminal.waitForRest(of: .milliseconds(300))
        }
      }
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

    /// The worker pool of Dispatch looks at its threads once a second, in every program that uses it; all others sleep.
    @Test func nothingIsWrittenAndNothingComputedWhileNothingHappens() async throws {
      let terminal = try await Probe.docket("--preview")
      try await terminal.waitFor("of 24")
      let program = terminal.process.identifier
      try await terminal.waitForSilence(of: .seconds(1))
      let (bytes, ticks) = (terminal.byteCount, ProcessTable.ticks(of: program))
      let wakings = ProcessTable.wakings(of: program)
      let start = ContinuousClock.now
      try await terminal.waitForSilence(of: Effort.choose(.milliseconds(2500), long: .seconds(60)))
      let seconds = Int((ContinuousClock.now - start) / .seconds(1)) + 1
      #expect(terminal.byteCount == bytes)
      #expect(ProcessTable.ticks(of: program) - ticks <= Effort.choose(1, long: 2))
      // A thread that has ended meanwhile did nothing but wait for work.
      let woken = ProcessTable.wakings(of: program).map { ($0, $1 - (wakings[$0] ?? 0)) }.filter { $0.1 > 0 }
      #expect(!woken.contains { $0.0 == program }, "the main thread woke up: \(woken)")
      #expect(woken.count <= 1 && woken.allSatisfy { $0.1 <= seconds }, "\(woken) in \(seconds) s")
    }
  }
}
