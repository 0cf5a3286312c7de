import Foundation
import Testing

extension TerminalPromises {
  @Suite("Every size is drawn", .takesTurns)
  struct DrawsInEverySizeTests {
    static let sizes: [(columns: Int, rows: Int)] =
      Effort.choose(
        [1, 2, 3, 7, 19, 20, 21, 60].flatMap { columns in [1, 2, 3, 6, 20].map { (columns, $0) } },
        long: (1...60).flatMap { columns in (1...20).map { (columns, $0) } }) + [(500, 200)]

    /// Each size is answered by a frame before the next one comes.
    @Test func neitherTrapsNorEnds() async throws {
      let terminal = try await Probe.docket("--preview")
      for size in Self.sizes {
        let before = terminal.byteCount
        terminal.resize(columns: size.columns, rows: size.rows)
        try await waitUntil(or: { "no frame at \(size)" }) { terminal.byteCount > before ? true : nil }
        try await terminal.send("j")
      }
      terminal.resize(columns: 10, rows: 2)
      try await terminal.waitFor("too")
      terminal.resize(columns: 60, rows: 12)
      let screen = try await terminal.waitUntil { $0.lines[11].contains("? help") }
      #expect(screen.violations.isEmpty)
    }
  }
}

extension TerminalPromises {
  @Suite("A storm of resizes leaves the screen of a fresh start", .takesTurns)
  struct SettlesAfterResizesTests {
    @Test func leavesTheScreenThatAFreshStartShows() async throws {
      let directory = try TemporaryDirectory()
      let titles = (0..<30).map { "item \($0) größe 漢字" }
      for title in titles.prefix(8) { try await DocketProcess(in: directory).run("add", title) }
      let terminal = try await Probe.docket(in: directory)
      let end = ContinuousClock.now + .seconds(2)
      for step in 0..<Effort.choose(100, long: 1000) {
        terminal.resize(columns: 20 + step * 7 % 90, rows: 4 + step * 3 % 30)
        if Effort.isLong { try await Task.sleep(until: end - .milliseconds(2 * (1000 - step))) }
      }
      terminal.resize(columns: 70, rows: 14)
      let fresh = try await Probe.docket(columns: 70, rows: 14, in: directory)
      let wanted = try await fresh.waitUntil { $0.text.contains("of 8") }
      let screen = try await terminal.waitUntil { $0.seenCells == wanted.seenCells }
      #expect(screen.violations.isEmpty)
    }
  }
}
