import Testing

@testable import TerminalUI

@MainActor
@Suite struct InputReaderTests {
  let clock = ManualClock()

  @Test func pressesInQuickSuccessionAreCounted() {
    let counts = mouse([
      ("\u{1B}[<0;3;4M", 0), ("\u{1B}[<0;3;4M", 200), ("\u{1B}[<0;3;4M", 200), ("\u{1B}[<0;3;4M", 500),
    ])
    #expect(counts == [1, 2, 3, 1])
  }

  @Test func pressesElsewhereOrOfAnotherButtonAreNoDoubleClick() {
    let counts = mouse([
      ("\u{1B}[<0;3;4M", 0), ("\u{1B}[<0;4;4M", 10), ("\u{1B}[<2;4;4M", 10), ("\u{1B}[<18;4;4M", 10),
    ])
    #expect(counts == [1, 1, 1, 1])
  }

  /// After a program was stopped for a moment, the timeout is over and the rest of the sequence has come.
  @Test(arguments: [("\u{1B}", "[A"), ("\u{1B}[", "A"), ("\u{1B}", "O"), ("\u{1B}O", "A"), ("\u{1B}", "\u{1B}[A")])
  func theRestOfASequenceThatWaitsIsReadBeforeItsTimeIsOver(_ sent: String, _ waiting: String) {
    var (events, rest) = ([Event](), Array(waiting.utf8))
    let reader = InputReader(
      keyStrings: [:], clock: clock,
      readWaiting: {
        defer { rest = [] }
        return rest
      }, deliver: { events += $0 })
    reader.read(Array(sent.utf8))
    clock.advance(by: .milliseconds(25))
    clock.advance(by: .milliseconds(25))
    var decoder = InputDecoder()
    let whole = decoder.decode(Array((sent + waiting).utf8)) + decoder.flush()
    #expect(events == whole && events.count == 1)
  }

  @Test func theRestOfAPasteWithoutMarksThatWaitsBelongsToIt() {
    var (events, rest) = ([Event](), Array("end".utf8))
    let reader = InputReader(
      keyStrings: [:], clock: clock,
      readWaiting: {
        defer { rest = [] }
        return rest
      }, deliver: { events += $0 })
    reader.read(Array(String(repeating: "abcdefgh", count: 20).utf8))
    clock.advance(by: .seconds(1))
    #expect(events == [.paste(Paste(String(repeating: "abcdefgh", count: 20) + "end"))])
  }

  @Test(
    arguments: [
      ("100", 100), ("0", 0), ("", 25), ("-1", 25), ("soon", 25), ("99999999", 25), (nil, 25),
    ] as [(String?, Int)])
  func theEnvironmentSaysHowLongEscapeWaits(_ value: String?, _ milliseconds: Int) {
    #expect(InputReader.escapeDelay(in: value.map { ["ESCDELAY": $0] } ?? [:]) == .milliseconds(milliseconds))
  }

  @Test func escapeWaitsAsLongAsItIsTold() async {
    let screen = MemoryScreen(size: Size(width: 10, height: 3))
    let (scene, source) = (EventLog(), ScriptedSource())
    let application = Application(
      scene: scene, screen: screen, source: source, clock: clock, escapeDelay: .milliseconds(200))
    application.start()
    source.type("\u{1B}")
    clock.advance(by: .milliseconds(199))
    source.waiting = Array("[A".utf8)
    clock.advance(by: .milliseconds(1))
    source.type("\u{1B}")
    clock.advance(by: .milliseconds(200))
    #expect(scene.keys == ["Up", "Esc"])
  }

  /// Records keys.
  private final class EventLog: Scene {
    var keys: [Key] = []

    func handle(_ event: Event) {
      if case .key(let key) = event { keys.append(key) }
    }

    func render(into canvas: inout Canvas) {}
  }

  @Test func aPasteWithoutMarksIsOneEventWhateverItHolds() {
    let text = String(repeating: "delete, quit: y\r\n", count: 1000) + "\u{1B}[201~y"
    let bytes = Array(text.utf8)
    var events: [Event] = []
    let reader = reader { events += $0 }
    for start in stride(from: 0, to: bytes.count, by: 4095) {
      reader.read(Array(bytes[start..<min(bytes.count, start + 4095)]))
      clock.advance(by: .milliseconds(150))
    }
    #expect(events.isEmpty)
    clock.advance(by: .milliseconds(200))
    #expect(events == [.paste(Paste(String(repeating: "delete, quit: y\n", count: 1000) + "[201~y"))])
    reader.read([0x61])
    #expect(events.last == .key("a"))
  }

  @Test func aLongPasteWithoutMarksIsCut() throws {
    var events: [Event] = []
    let reader = reader { events += $0 }
    for _ in 0..<40 { reader.read(Array(String(repeating: "abcdefgh", count: 5000).utf8)) }
    clock.advance(by: .milliseconds(200))
    guard case .paste(let paste) = try #require(events.first) else { throw Missing() }
    #expect(paste.isTruncated)
    #expect(paste.text.utf8.count == Paste.limit)
  }

  @Test(arguments: [String(repeating: "j", count: 500), String(repeating: "\u{1B}[B", count: 100), "a few words"])
  func keysHeldDownOrTypedAheadStayKeys(_ text: String) {
    var count = 0
    reader { count += $0.count }.read(Array(text.utf8))
    #expect(count == (text.hasPrefix("\u{1B}") ? 100 : text.count))
  }

  @Test func aMarkedPasteIsNotTakenForABurst() {
    var events: [Event] = []
    let reader = reader { events += $0 }
    reader.read(Array("\u{1B}[200~abc".utf8))
    reader.read(Array(String(repeating: "defghijk", count: 20).utf8))
    reader.read(Array("\u{1B}[201~q".utf8))
    #expect(events == [.paste(Paste("abc" + String(repeating: "defghijk", count: 20))), .key("q")])
  }

  @Test func aPasteWhoseEndWentElsewhereIsDeliveredWhenTheTerminalIsTakenBack() {
    var events: [Event] = []
    let reader = reader { events += $0 }
    reader.read(Array("\u{1B}[200~abc".utf8))
    reader.reset()
    #expect(events == [.paste(Paste("abc", isTruncated: true))])
    reader.read([0x71])
    clock.advance(by: .milliseconds(200))
    reader.read([0x72])
    #expect(events.dropFirst() == [.key("q"), .key("r")])
  }

  @Test func thePartOfAnUnmarkedPasteThatCameIsDeliveredToo() {
    var events: [Event] = []
    let reader = reader { events += $0 }
    let text = String(repeating: "abcdefgh", count: 20)
    reader.read(Array(text.utf8))
    reader.reset()
    reader.read(Array("yes".utf8))
    clock.advance(by: .milliseconds(200))
    #expect(events == [.paste(Paste(text, isTruncated: true)), .paste(Paste("yes", isTruncated: true))])
  }

  @Test func aPasteThatRestsForSecondsIsGivenUp() {
    var events: [Event] = []
    let reader = reader { events += $0 }
    reader.read(Array("\u{1B}[200~abc".utf8))
    clock.advance(by: .seconds(4))
    reader.read(Array("def".utf8))
    clock.advance(by: .seconds(4))
    #expect(events.isEmpty)
    clock.advance(by: .seconds(1))
    #expect(events == [.paste(Paste("abcdef", isTruncated: true))])
    reader.read(Array("\u{1B}[A".utf8))
    clock.advance(by: .milliseconds(200))
    #expect(events.last == .key("Up"))
    #expect(clock.pendingCount == 0)
  }

  /// On a line that pauses for long, its rest must not be obeyed.
  @Test(arguments: ["dd q", "\u{1B}[A\u{1B}[A\r"]) func theRestOfAPasteThatWasGivenUpBecomesNoKeys(_ rest: String) {
    var events: [Event] = []
    let reader = reader { events += $0 }
    reader.read(Array("\u{1B}[200~abc".utf8))
    clock.advance(by: .seconds(5))
    reader.read(Array(rest.utf8))
    clock.advance(by: .seconds(1))
    reader.read(Array((rest + "\u{1B}[201~q").utf8))
    #expect(events.count { if case .paste = $0 { true } else { false } } == 3)
    #expect(events.last == .key("q") && events.count == 4)
  }

  @Test func anotherPasteAfterOneThatWasGivenUpIsWhole() {
    var events: [Event] = []
    let reader = reader { events += $0 }
    reader.read(Array("\u{1B}[200~abc".utf8))
    reader.reset()
    reader.read(Array("\u{1B}[200~def\u{1B}[201~q".utf8))
    #expect(events.dropFirst() == [.paste(Paste("def")), .key("q")])
  }

  @Test func theRestOfALongPasteIsTakenWithoutCopiesOfIt() {
    var events: [Event] = []
    let reader = reader { events += $0 }
    reader.read(Array("\u{1B}[200~abc".utf8))
    reader.reset()
    reader.read([UInt8](repeating: 0x78, count: Paste.limit))
    reader.read(Array("\u{1B}[201~".utf8))
    #expect(events.last == .paste(Paste(String(repeating: "x", count: Paste.limit))))
  }

  /// A terminal's reports may come slowly too, and nothing of them is a key.
  @Test(arguments: ["\u{1B}]11;rgb:", "\u{1B}P1$r0", "\u{1B}[M!"])
  func aStringOfTheTerminalThatRestsLeaksNoKeys(_ beginning: String) {
    var events: [Event] = []
    let reader = reader { events += $0 }
    reader.read(Array(beginning.utf8))
    clock.advance(by: .seconds(1))
    reader.read(Array("!!\u{7}".utf8))
    #expect(events.allSatisfy { $0 == .key("^g") })
    reader.read(Array(beginning.utf8))
    clock.advance(by: .seconds(5))
    reader.read([0x71])
    #expect(events.last == .key("q"))
  }

  private struct Missing: Error {}

  private func reader(_ deliver: @escaping @MainActor ([Event]) -> Void) -> InputReader {
    InputReader(keyStrings: [:], clock: clock, deliver: deliver)
  }

  /// The counts of presses, each some milliseconds after the one before.
  private func mouse(_ reports: [(text: String, delay: Int)]) -> [Int] {
    var counts: [Int] = []
    let reader = reader { events in
      for case .mouse(let mouse) in events { counts.append(mouse.clickCount) }
    }
    for report in reports {
      clock.advance(by: .milliseconds(report.delay))
      reader.read(Array(report.text.utf8))
    }
    return counts
  }
}
