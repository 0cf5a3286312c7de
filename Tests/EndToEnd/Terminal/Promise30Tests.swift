import Foundation
import Testing

@Suite("Promise 30: random input", .takesTurns)
struct Promise30Tests {
  @Test(arguments: 1...Effort.choose(2, long: 20) as ClosedRange<UInt64>)
  func neitherTrapsNorHangs(seed: UInt64) async throws {
    let terminal = try await Probe.start("--inert", "--mouse")
    var random = SeededBytes(seed: seed)
    for _ in 0..<Effort.choose(4, long: 640) { try await terminal.send(bytes: random.take(16_384)) }
    // Whatever has begun ends here: a paste by its mark, a string by its own.
    try await terminal.send("\u{1B}\\\u{1B}[201~\u{1B}\\\u{1B}[24~", until: "key F12")
    #expect(terminal.screen.violations.isEmpty, "seed \(seed)")
    #expect(terminal.process.isRunning, "seed \(seed)")
  }

  @Test(arguments: 1...Effort.choose(1, long: 20) as ClosedRange<UInt64>)
  func leavesTheStoreWhole(seed: UInt64) async throws {
    let directory = try TemporaryDirectory()
    // While an editor has the terminal, the kernel shows what is typed: none can be started from this text.
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

  /// What leaves the list would end the test as well, be it chosen in the palette.
  private static let leaving: [UInt8] = [0x03, 0x10, 0x1A, UInt8(ascii: "q"), UInt8(ascii: ":")]

  /// Bytes with an ESC here and there.
  private static func keys(_ bytes: [UInt8]) -> [UInt8] {
    bytes.enumerated().flatMap { $0 % 32 == 0 ? [0x1B, $1] : [$1] }
  }

  /// The best of some: the machine may be busy, the program need not wait.
  @Test func aLoneEscapeActsWithinFiftyMilliseconds() async throws {
    let terminal = try await Probe.start()
    var best = Duration.seconds(1)
    for _ in 0..<10 {
      best = min(best, try await terminal.latency(sending: "\u{1B}"))
      try await terminal.waitForSilence(of: .milliseconds(20))
    }
    #expect(best < Effort.limit(.milliseconds(50)))
    #expect(terminal.screen.text.contains("key Esc"))
  }

  @Test func aKeySentInPiecesIsOneKey() async throws {
    let terminal = try await Probe.start()
    for byte in Array("漢".utf8) { try await terminal.send(bytes: [byte]) }
    for piece in ["\u{1B}[1", ";", "5", "C"] { try await terminal.send(piece) }
    try await terminal.waitUntil { $0.text.contains("key 漢") && $0.text.contains("key C-Right") }
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
