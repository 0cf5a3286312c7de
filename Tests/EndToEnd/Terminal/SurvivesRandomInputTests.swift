import Foundation
import Testing

extension TerminalPromises {
  @Suite("Random input does no harm", .takesTurns)
  struct SurvivesRandomInputTests {
    @Test(arguments: 1...Effort.choose(2, long: 20) as ClosedRange<UInt64>)
    func neitherTrapsNorHangs(seed: UInt64) async throws {
      let terminal = try await Probe.start("--inert", "--mouse")
      var random = SeededBytes(seed: seed)
      for _ in 0..<Effort.choose(4, long: 640) { try await terminal.send(bytes: random.take(16_384)) }
      // Ends what has begun: a paste, or a string.
      try await terminal.send("\u{1B}\\\u{1B}[201~\u{1B}\\\u{1B}[24~", until: "key F12")
      #expect(terminal.screen.violations.isEmpty, "seed \(seed)")
      #expect(terminal.process.isRunning, "seed \(seed)")
    }

    @Test(arguments: 1...Effort.choose(1, long: 20) as ClosedRange<UInt64>)
    func leavesTheStoreWhole(seed: UInt64) async throws {
      let directory = try TemporaryDirectory()
      // While an editor has the terminal, the kernel echoes input; this value keeps any from starting.
      let terminal = try await Probe.docket(environment: ["EDITOR": "'"], in: directory)
      var random = SeededBytes(seed: seed)
      for _ in 0..<Effort.choose(4, long: 64) where terminal.process.isRunning {
        // Without ESC now and then, all of it would be one paste.
        let bytes = seed % 2 == 0 ? random.take(4096) : Self.keys(random.take(4096))
        try await terminal.send(bytes: bytes.filter { !Self.leaving.contains($0) })
      }
      try await terminal.waitForSilence(of: .milliseconds(200))
      terminal.signal(SIGTERM)
      let ending = await terminal.ending().ending
      #expect(ending == .killed(SIGTERM), "seed \(seed)\n\(terminal.screen.text)")
      #expect(terminal.screen.violations.isEmpty, "seed \(seed)")
      #expect(try await SQLiteShell.integrity(of: directory.file("store.sqlite")) == "ok", "seed \(seed)")
    }

    /// Keys that leave the list, also through the palette, would end the test.
    private static let leaving: [UInt8] = [0x03, 0x10, 0x1A, UInt8(ascii: "q"), UInt8(ascii: ":")]

    /// Bytes with an ESC here and there.
    private static func keys(_ bytes: [UInt8]) -> [UInt8] {
      bytes.enumerated().flatMap { $0 % 32 == 0 ? [0x1B, $1] : [$1] }
    }

    /// The shortest latency of several, compared with that of a key without a timeout, because the machine may be busy.
    @Test func aLoneEscapeActsWithinFiftyMilliseconds() async throws {
      let terminal = try await Probe.start()
      var (best, plain) = (Duration.seconds(60), Duration.seconds(60))
      for _ in 0..<10 {
        best = min(best, try await terminal.latency(sending: "\u{1B}"))
        try await terminal.waitForSilence(of: .milliseconds(20))
        plain = min(plain, try await terminal.latency(sending: "w"))
        try await terminal.waitForSilence(of: .milliseconds(20))
      }
      #expect(best < Effort.limit(.milliseconds(50), beside: plain), "\(best), a letter \(plain)")
      #expect(terminal.screen.text.contains("key Esc"))
    }

    @Test func aKeySentInPiecesIsOneKey() async throws {
      let terminal = try await Probe.start()
      for byte in Array("漢".utf8) { try await terminal.send(bytes: [byte]) }
      for piece in ["\u{1B}[1", ";", "5", "C"] { try await terminal.send(piece) }
      try await terminal.waitUntil { $0.text.contains("key 漢") && $0.text.contains("key C-Right") }
    }

    /// On a busy machine, Escape's timeout and the rest of the sequence come at once, in any order.
    @Test func aKeyWhoseRestCameInTimeIsOneKeyHoweverLateItIsRead() async throws {
      // Input and timers are noticed 60 ms late.
      let terminal = try PseudoTerminal(
        ["/usr/bin/strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=epoll_wait", "-e", "signal=none"]
          + ["-e", "inject=epoll_wait:delay_exit=60000", Probe.binary, "--inert"], columns: 60, rows: 12)
      try await terminal.waitFor("probe 60x12")
      var (rounds, events) = (0, 0)
      for round in 0..<Effort.choose(30, long: 300) {
        let digit = "\(round % 10)"
        let start = ContinuousClock.now
        try await terminal.send("\u{1B}")
        // Not read before 60, decided at 145 at the earliest.
        try await Task.sleep(for: .milliseconds(64 + round % 8 * 4))
        try await terminal.send("[1;5C")
        let isInTime = ContinuousClock.now - start < .milliseconds(120)
        try await terminal.waitForSilence(of: .milliseconds(200))
        try await terminal.send(digit)
        let screen = try await terminal.waitUntil { Self.lines($0).last == "key \(digit)" }
        let count = Self.count(screen)
        if isInTime {
          rounds += 1
          #expect(count - events == 2 && Self.lines(screen).suffix(2).first == "key C-Right", "\(screen.text)")
        }
        events = count
      }
      #expect(rounds > 0, "the machine is too busy to tell")
    }

    /// The events that the probe shows.
    private static func lines(_ screen: TerminalEmulator) -> [String] {
      screen.lines.dropFirst().map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// How many events the probe has seen.
    private static func count(_ screen: TerminalEmulator) -> Int {
      screen.lines[0].split(separator: " ").dropLast().last.flatMap { Int($0) } ?? 0
    }

    @Test func theMouseAndTheFocusAreSeen() async throws {
      let terminal = try await Probe.start("--mouse")
      try await terminal.send("\u{1B}[<0;3;4M\u{1B}[<0;3;4m\u{1B}[<0;3;4M\u{1B}[<32;9;4M\u{1B}[<65;1;1M\u{1B}[O")
      let screen = try await terminal.waitFor("focus false")
      #expect(
        screen.lines[1...6] == [
          "mouse press(0) at 2,3 clicks 1", "mouse release(0) at 2,3 clicks 1", "mouse press(0) at 2,3 clicks 2",
          "mouse drag(0) at 8,3 clicks 1", "mouse wheelDown at 0,0 clicks 1", "focus false",
        ])
    }
  }
}
