import Foundation
import Testing

extension TerminalPromises {
  @Suite("A paste of a megabyte is text, not keys", .takesTurns)
  struct TakesLongPastesTests {
    /// Commands of the probe and of the list, line ends, and the end mark of a paste.
    static let text = String(repeating: "q Q X A F d y\r\n0123456789 größe 漢字 \u{1A}\u{3}", count: 30_000)

    @Test func markedItIsOneEvent() async throws {
      let plain = try await PlainProgram.reading(Self.text)
      let terminal = try await Probe.start()
      try await terminal.send("\u{1B}[200~\(Self.text)\u{1B}[201~")
      let sent = ContinuousClock.now
      try await terminal.waitUntil { $0.lines[1].hasPrefix("paste ") && $0.lines[1].hasSuffix(" cut") }
      let time = ContinuousClock.now - sent
      #expect(time < Effort.limit(.seconds(1), beside: plain), "\(time), a plain program \(plain)")
      try await terminal.send("w")
      try await terminal.waitFor("key w")
      #expect(terminal.screen.text.contains("probe 60x12, 2 events"))
      try await terminal.send("q")
      #expect(await terminal.ending().ending == .exited(0))
    }

    /// On a busy machine it may come with pauses; each part is a paste then.
    @Test func withoutMarksItIsNoKeys() async throws {
      let terminal = try await Probe.start()
      try await terminal.send(Self.text + "\u{1B}[201~y")
      try await terminal.send("w", until: "key w")
      let shown = terminal.screen.lines.dropFirst().filter { !$0.isEmpty }
      #expect(shown.allSatisfy { $0.hasPrefix("paste ") || $0 == "key w" })
      #expect(shown.contains { $0.hasPrefix("paste ") })
      try await terminal.send("q")
      #expect(await terminal.ending().ending == .exited(0))
    }

    @Test func inTheListItIsNoRowOfCommands() async throws {
      let directory = try TemporaryDirectory()
      try await DocketProcess(in: directory).run("add", "kept")
      let terminal = try await Probe.docket(in: directory)
      try await terminal.waitFor("kept")
      try await terminal.send(String(repeating: "dataq\rjkty? ", count: 5000))
      // It is offered as items, and declined.
      try await terminal.waitFor("one for each line?")
      try await terminal.send("\u{1B}")
      try await terminal.waitUntil { !$0.text.contains("one for each line?") }
      // In the field, a second `a` is a letter.
      try await terminal.send("a", until: "add:")
      try await terminal.send("\u{1B}[200~ddd q\u{1B}[201~")
      try await terminal.waitFor("ddd q")
      #expect(try await DocketProcess(in: directory).run("list", "--count").text == "1\n")
    }
  }
}
