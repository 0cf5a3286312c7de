import Foundation
import Testing

@Suite("Promise 20: a storm of resizes", .takesTurns)
struct Promise20Tests {
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
    let screen = try await terminal.waitUntil { $0.cells == wanted.cells }
    #expect(screen.violations.isEmpty)
  }
}
