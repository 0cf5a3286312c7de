import Foundation
import Testing

@Suite("Promise 21: every size", .takesTurns)
struct Promise21Tests {
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
