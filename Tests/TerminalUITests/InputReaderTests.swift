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
