import Foundation
import Testing

@Suite("The meter of long turns", .takesTurns)
struct StallMeterTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Runs the screen over a store of its own, with keys, to its end; answers the lines that the meter wrote.
  private func lines(_ keys: [String], file: String, after pause: Duration = .zero) async throws -> [Substring] {
    try await DocketProcess(in: directory).run("add", "one")
    let terminal = try await Probe.docket(environment: ["DOCKET_STALLS": file], in: directory)
    try await terminal.waitForRest()
    try await Task.sleep(for: pause)
    for key in keys {
      try await terminal.send(key)
      try await terminal.waitForRest()
    }
    try await terminal.send("q")
    #expect(await terminal.ending().ending == .exited(0))
    return try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
  }

  @Test func tellsTheLongestTurnsWithWhatTheyDid() async throws {
    let lines = try await lines(["t", "?", "\u{1B}"], file: directory.file("stalls"))
    #expect(lines.first?.wholeMatch(of: /[0-9]+ turns/) != nil)
    let turns = lines.dropFirst()
    #expect((1...20).contains(turns.count))
    let form = /([0-9.]+) ms, ran [0-9.]+, [0-9]+ page faults  at [0-9]+\.[0-9]{3} s  .*other [0-9.]+/
    let times = turns.compactMap { turn in turn.wholeMatch(of: form).flatMap { Double($0.output.1) } }
    #expect(times.count == turns.count, "\(turns)")
    #expect(times == times.sorted(by: >))
    for part in ["key t", "key ?", "updated now", "draw", "merge"] {
      #expect(turns.contains { $0.contains(part) }, "no \(part) in \(turns)")
    }
  }

  @Test func aSleepBeforeAKeyIsNoTurn() async throws {
    let lines = try await lines(["t"], file: directory.file("stalls"), after: .seconds(3))
    let times = lines.dropFirst().compactMap { line in line.split(separator: " ").first.flatMap { Double($0) } }
    #expect(times.count == lines.count - 1)
    #expect((times.max() ?? 0) < 3_000)
  }

  @Test func aFileThatCannotBeWrittenIsSaid() async throws {
    let terminal = try await Probe.docket(
      "--preview", columns: 120, environment: ["DOCKET_STALLS": directory.file("nowhere/stalls")], in: directory)
    try await terminal.send("q")
    try await terminal.waitFor("can't be written")
  }
}
