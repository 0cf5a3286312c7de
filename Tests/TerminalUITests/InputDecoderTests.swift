import Testing

@testable import TerminalUI

@Suite struct InputDecoderTests {
  static let keys: [(String, [Key])] = [
    ("aé漢😀", ["a", "é", "漢", "😀"]), ("\u{1B}[A\u{1B}OB", ["Up", "Down"]),
    ("\u{1B}[1;5C\u{1B}[1;2D", ["C-Right", "S-Left"]),
    ("\u{1B}[H\u{1B}[4~\u{1B}[5~\u{1B}[6;3~", ["Home", "End", "PgUp", "M-PgDn"]),
    ("\u{1B}[Z\t\r\u{7F}", ["S-Tab", "Tab", "Enter", "Backspace"]),
    ("\u{1B}OP\u{1B}[15~\u{1B}[24~\u{1B}[[B", ["F1", "F5", "F12", "F2"]),
    ("\u{1}\u{4}\u{0}\u{1F}", ["^a", "^d", "^Space", "^_"]),
    ("\u{1B}x\u{1B}é\u{1B}\r", ["M-x", "M-é", Key(.enter, .alt)]),
    ("\u{1B}\u{1B}[A\u{1B}\u{1B}OB", ["M-Up", "M-Down"]),
    ("\u{1B}\u{1B}\u{1B}[A\u{1B}\u{1B}x", ["Esc", "M-Up", "Esc", "M-x"]),
    ("\u{1B}[5^\u{1B}[3@\u{1B}[E\u{1B}[1;3P", ["C-PgUp", Key(.delete, [.control, .shift]), "Begin", "M-F1"]),
    ("\u{1B}[27;5;105~\u{1B}[105;5u\u{1B}[13;2u", ["^i", "^i", "S-Enter"]),
    ("\u{1B}[27;6;73~\u{1B}[97;2u\u{1B}[97;3u\u{1B}[32;5u\u{1B}[127;3u", ["^i", "A", "M-a", "^Space", "M-Backspace"]),
    ("\u{1B}[97:65;2:1u\u{1B}[97;1:3u\u{1B}[57441;2u\u{1B}[57376u\u{1B}[57419;5u", ["A", "F13", "C-Up"]),
    ("\u{1B}[1114112u\u{1B}[99999999999999999999u\u{1B}[55296u\u{1B}[uz", ["z"]), ("\u{1B}OjA", ["*", "A"]),
    ("\u{1B}[?1;2cx\u{1B}]0;title\u{7}y\u{1B}]52;c;aGk=\u{1B}\\z\u{1B}P1$r\u{1B}\\.", ["x", "y", "z", "."]),
    ("\u{1B}[999zq\u{1B}[M !!w\u{1B}[38;5;1%pe", ["q", "w", "e"]),
  ]

  @Test(arguments: keys) func keysAreRecognized(_ text: String, _ keys: [Key]) {
    var decoder = InputDecoder()
    #expect(decoder.decode(text.utf8) == keys.map(Event.key))
    #expect(!decoder.isWaiting)
  }

  static let corpus =
    keys.map(\.0) + [
      "\u{1B}\u{1B}[<0;3;4M\u{1B}\u{1B}[200~x\u{1B}[201~", "\u{1B}A\u{1B}?q\u{1B}?z\u{1B}\u{1B}A\u{1B}?",
      "\u{1B}[200~one\r\ntwo\u{1B}[20x\u{1B}[201~y", "\u{1B}[<0;3;4M\u{1B}[<0;3;4m\u{1B}[<65;1;1M", "\u{1B}[I\u{1B}[O",
    ]

  @Test(arguments: corpus) func aCutAnywhereChangesNothing(_ text: String) {
    let bytes = Array(text.utf8)
    let whole = decode([bytes[...]])
    for cut in 0...bytes.count { #expect(decode([bytes[..<cut], bytes[cut...]]) == whole, "cut at \(cut)") }
    #expect(decode(bytes.indices.map { bytes[$0...$0] }) == whole)
  }

  @Test func aLoneEscapeWaitsForTheCaller() {
    var decoder = InputDecoder()
    #expect(decoder.decode([0x1B]).isEmpty)
    #expect(decoder.isWaiting)
    #expect(decoder.flush() == [.key("Esc")])
    #expect(decoder.decode([0x41]) == [.key("A")])
  }

  @Test(arguments: [("\u{1B}[", Key("M-[")), ("\u{1B}O", Key("M-O")), ("\u{1B}]", Key("M-]"))])
  func altWithTheBeginningOfASequenceIsAKey(_ text: String, _ key: Key) {
    var decoder = InputDecoder()
    #expect(decoder.decode(text.utf8) + decoder.flush() == [.key(key)])
  }

  @Test(
    arguments: [[0xFF, 0x61], [0xC3, 0x61], [0xE2, 0x82, 0x61], [0xC0, 0x61], [0xED, 0xA0, 0x61], [0xF5, 0x61]]
      as [[UInt8]])
  func whatIsNotUTF8IsReplaced(_ bytes: [UInt8]) {
    var decoder = InputDecoder()
    let events = decoder.decode(bytes)
    #expect(events.first == .key("\u{FFFD}"))
    #expect(events.last == .key("a"))
  }

  @Test func aPasteIsOneEventWithoutControls() {
    var decoder = InputDecoder()
    let events = decoder.decode("\u{1B}[200~q\u{1B}[A\u{7}\rd\ty\u{1B}[201~z".utf8)
    #expect(events == [.paste(Paste("q[A\nd\ty")), .key("z")])
  }

  @Test func aLongPasteIsCut() {
    var decoder = InputDecoder()
    let text = String(repeating: "x", count: Paste.limit + 5)
    let events = decoder.decode("\u{1B}[200~\(text)\u{1B}[201~".utf8)
    #expect(events == [.paste(Paste(String(text.dropLast(5)), isTruncated: true))])
  }

  @Test func aPasteIsNeverEndedByWaiting() {
    var decoder = InputDecoder()
    _ = decoder.decode("\u{1B}[200~abc".utf8)
    #expect(!decoder.isWaiting)
    #expect(decoder.flush().isEmpty)
    #expect(decoder.decode("d\u{1B}[201~".utf8) == [.paste(Paste("abcd"))])
  }

  @Test func theMouseIsReported() {
    var decoder = InputDecoder()
    let events = decoder.decode("\u{1B}[<0;3;4M\u{1B}[<16;1;1m\u{1B}[<64;1;1M".utf8)
    #expect(
      events == [
        .mouse(MouseEvent(.press(0), at: Point(x: 2, y: 3))),
        .mouse(MouseEvent(.release(0), at: .zero, modifiers: .control)), .mouse(MouseEvent(.wheelUp, at: .zero)),
      ])
  }

  @Test func terminfoKnowsMore() {
    var decoder = InputDecoder(keyStrings: [Array("\u{1B}[k".utf8): "F9", [8]: "Backspace"])
    #expect(decoder.decode("\u{1B}[k\u{8}".utf8) == [.key("F9"), .key("Backspace")])
  }

  @Test(arguments: [("漢", "漢"), ("\u{1B}[1;5C", "C-Right")] as [(String, Key)])
  func aSlowLineCutsNoScalarAndNoNumbers(_ text: String, _ key: Key) {
    var decoder = InputDecoder()
    let cut = text.utf8.count - 1
    #expect(decoder.decode(text.utf8.prefix(cut)) + decoder.flush() == [])
    #expect(decoder.decode(text.utf8.dropFirst(cut)) == [.key(key)])
  }

  @Test func theWheelHasFourDirections() {
    var decoder = InputDecoder()
    let events = decoder.decode("\u{1B}[<64;1;1M\u{1B}[<65;1;1M\u{1B}[<66;1;1M\u{1B}[<67;1;1M".utf8)
    let actions: [MouseEvent.Action] = [.wheelUp, .wheelDown, .wheelLeft, .wheelRight]
    #expect(events == actions.map { .mouse(MouseEvent($0, at: .zero)) })
  }

  @Test func draggingAndFocusAreReported() {
    var decoder = InputDecoder()
    let events = decoder.decode("\u{1B}[<32;2;3M\u{1B}[<35;1;1M\u{1B}[I\u{1B}[O".utf8)
    #expect(
      events == [
        .mouse(MouseEvent(.drag(0), at: Point(x: 1, y: 2))), .mouse(MouseEvent(.move, at: .zero)), .focus(true),
        .focus(false),
      ])
  }

  @Test func aReportAfterEscapeLeavesEscapeAKey() {
    var decoder = InputDecoder()
    #expect(decoder.decode("\u{1B}\u{1B}[I".utf8) == [.key("Esc"), .focus(true)])
    #expect(decoder.decode("\u{1B}\u{1B}".utf8) + decoder.flush() == [.key("Esc"), .key("Esc")])
  }

  /// The table of a VT52, whose arrows look like Alt with a letter.
  private static let unusual: [[UInt8]: Key] = [
    [0x1B, 0x41]: "Up", Array("\u{1B}?q".utf8): "Home", Array("\u{1}@\r".utf8): "F1", Array("\u{1B}[[".utf8): "F42",
    Array("\u{1B}[3$".utf8): "S-Del",
  ]

  @Test func stringsOfOtherFormsAreKnownFromTerminfo() {
    var decoder = InputDecoder(keyStrings: Self.unusual)
    #expect(
      decoder.decode("\u{1B}A\u{1B}?q\u{1}@\r\u{1B}[3$\u{1B}B".utf8)
        == ["Up", "Home", "F1", "S-Del", "M-B"].map(Event.key)
    )
    #expect(decoder.decode("\u{1B}?x\u{1}y".utf8) == ["M-?", "x", "^a", "y"].map(Event.key))
    #expect(decoder.decode([1]) + decoder.flush() == [.key("^a")])
    #expect(decoder.decode("\u{1B}?".utf8) + decoder.flush() == [.key("M-?")])
    #expect(decoder.decode("\u{1B}[[".utf8) + decoder.flush() == [.key("F42")])
    #expect(decoder.decode("\u{1B}[[A".utf8) == [.key("F1")])
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func noiseDecodesTheSameInAnyPieces(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let bytes = Self.noise(20_000, &random)
    for table in [[:], Self.unusual] {
      let whole = decode([bytes[...]], table)
      var (pieces, start) = ([ArraySlice<UInt8>](), 0)
      while start < bytes.count {
        let end = min(bytes.count, start + .random(in: 1...9, using: &random))
        pieces.append(bytes[start..<end])
        start = end
      }
      #expect(decode(pieces, table) == whole, "seed \(seed)")
    }
  }

  /// Random bytes, rich in what sequences are made of.
  private static func noise(_ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
    let likely = Array("\u{1B}\u{1B}[O;~M<]P1?:$Aqu@^\u{1}".utf8)
    return (0..<count).map { _ in
      Bool.random(using: &random)
        ? likely[.random(in: likely.indices, using: &random)] : .random(in: 0...255, using: &random)
    }
  }

  private func decode(_ pieces: [ArraySlice<UInt8>], _ keyStrings: [[UInt8]: Key] = [:]) -> [Event] {
    var decoder = InputDecoder(keyStrings: keyStrings)
    return pieces.flatMap { decoder.decode($0) } + decoder.flush()
  }
}
