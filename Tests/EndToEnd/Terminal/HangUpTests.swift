import Foundation
import Testing

@Suite("A terminal that hangs up during a save", .takesTurns)
struct HangUpTests {
  /// How a terminal ends.
  enum Way: String, CaseIterable {
    case vanishes, signals, both, ends
  }

  /// An entered item is stored although another program had the store locked and the screen is gone.
  @Test(arguments: Way.allCases) func theSaveThatRunsIsMade(_ way: Way) async throws {
    let directory = try TemporaryDirectory()
    try await DocketProcess(in: directory).run("add", "first")
    let plain = try await PlainProgram.ending { $0.signal(SIGTERM) }
    // A save waits for ten seconds, in which a busy machine may not get to these few steps; then they are taken again.
    for _ in 1...5 {
      let terminal = try await Probe.docket(in: directory)
      try await terminal.waitFor("first")
      let lock = try await HeldStore(directory.file("store.sqlite"))
      try await terminal.send("a")
      try await terminal.waitFor("add:")
      let start = ContinuousClock.now
      try await terminal.send("kept \(way.rawValue)\r")
      try await terminal.waitUntil { $0.text.contains("saving") || $0.text.contains("not saved: ") }
      Self.hangUp(terminal, way)
      // Time enough to exit without the save.
      try await Task.sleep(for: .milliseconds(300))
      let isRunning = terminal.process.isRunning
      let held = ContinuousClock.now - start
      await lock.release()
      let ending = await terminal.ending()
      guard held < .seconds(8) else { continue }
      #expect(isRunning, "it waits for the save")
      #expect(ending.time < Effort.limit(.seconds(1), beside: plain))
      #expect(try await Self.titles(in: directory) == ["first", "kept \(way.rawValue)"])
      #expect(try await SQLiteShell.integrity(of: directory.file("store.sqlite")) == "ok")
      return
    }
    Issue.record("a save gave up five times before the terminal had hung up")
  }

  /// Everything that the screen called saved is there, and nothing in part, at whatever moment it hangs up.
  @Test(arguments: 1...Effort.choose(2, long: 20) as ClosedRange<UInt64>)
  func whatWasSavedIsThereWhenItHangsUpAtAnyMoment(seed: UInt64) async throws {
    let directory = try TemporaryDirectory()
    try await DocketProcess(in: directory).run("add", "first")
    let plain = try await PlainProgram.ending { $0.signal(SIGTERM) }
    var random = SeededBytes(seed: seed)
    var saved: Set<String> = ["first"]
    for round in 0..<Effort.choose(4, long: 40) {
      let terminal = try await Probe.docket(in: directory)
      try await terminal.waitFor(" of ")
      for item in 0..<Int(random.take(1)[0] % 3) {
        let title = "item \(round) \(item)"
        try await terminal.send("a\(title)\r")
        try await terminal.waitUntil { $0.text.contains("○    \(title)") && $0.text.contains("saved ✓") }
        saved.insert(title)
      }
      let bytes = random.take(3)
      // Some are being saved, some may not have been read.
      let pending = (0...Int(bytes[0] % 3)).map { "pending \(round) \($0)" }
      let moves = ["t", "p", " ", "e\u{15}renamed \(round)\r"][Int(bytes[1] % 4)]
      try await terminal.send(pending.map { "a\($0)\r" }.joined() + moves)
      usleep(UInt32(bytes[2]) * 200)
      Self.hangUp(terminal, Way.allCases[Int(bytes[1] / 4) % Way.allCases.count])
      #expect(await terminal.ending().time < Effort.limit(.seconds(2), beside: plain), "seed \(seed), round \(round)")
      let titles = try await Self.titles(in: directory)
      let renamed = titles.contains("renamed \(round)") ? 1 : 0
      #expect(saved.subtracting(titles).count <= renamed, "seed \(seed), round \(round)")
      // Saved in order: none without those before it.
      let made = pending.prefix { titles.contains($0) || renamed == 1 }
      #expect(pending.dropFirst(made.count).allSatisfy { !titles.contains($0) }, "seed \(seed), round \(round)")
      #expect(try await SQLiteShell.integrity(of: directory.file("store.sqlite")) == "ok", "seed \(seed)")
      saved = titles
    }
  }

  private static func hangUp(_ terminal: PseudoTerminal, _ way: Way) {
    switch way {
    case .vanishes: terminal.hangUp()
    case .signals: terminal.signal(SIGHUP)
    case .both:
      terminal.signal(SIGHUP)
      terminal.hangUp()
    case .ends: terminal.signal(SIGTERM)
    }
  }

  private static func titles(in directory: TemporaryDirectory) async throws -> Set<String> {
    let text = try await SQLiteShell.run("SELECT title FROM Item ORDER BY id", on: directory.file("store.sqlite"))
    return Set(text.split(separator: "\n").map(String.init))
  }
}
