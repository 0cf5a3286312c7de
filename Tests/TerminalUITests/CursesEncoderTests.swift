import Foundation
import Testing

@testable import TerminalUI

@Suite struct CursesEncoderTests {
  private let encoder: CursesEncoder

  init() {
    setlocale(LC_CTYPE, "C.UTF-8")
    encoder = CursesEncoder(isUnicode: true)
  }

  private func text(_ line: CellLine) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: encoder.encode(line).compactMap { Unicode.Scalar(UInt32($0)) })
    return String(text)
  }

  @Test(arguments: [
    ("abc", "abc"), ("é漢", "é漢"), ("🍅x", "🍅x"), ("👨‍👩‍👧x", "👨x"), ("👍🏽x", "👍x"), ("🇩🇪x", "DEx"), ("🇩\u{301}x", "Dx"),
    ("❤️x", "❤ x"), ("1️⃣x", "1 x"),
  ])
  func cursesDrawsWhatTakesTheSameColumnsEverywhere(_ title: String, _ drawn: String) {
    #expect(text(CellLine(title)) == drawn)
  }

  @Test(arguments: [
    ("plain 漢 🍅 e\u{301}", []), ("x👨‍👩‍👧y", [1..<3]), ("🇩🇪❤️", [0..<2, 2..<4]), ("e\u{301}1️⃣", [1..<3]),
  ])
  func theRestIsPinnedToItsColumns(_ title: String, _ columns: [Range<Int>]) {
    var line = CellLine(title)
    line.pad(to: 40)
    #expect(encoder.pinnedGlyphs(in: line.cells[...], y: 0).map(\.columns) == columns)
  }

  /// Its parts would wrap at the edge of the screen, or scroll it.
  @Test func whatMightNotFitIsNotPinned() {
    let line = CellLine("ab👨‍👩‍👧")
    #expect(encoder.pinnedGlyphs(in: line.cells[...], y: 0).isEmpty)
    #expect(CursesEncoder(isUnicode: false).pinnedGlyphs(in: line.fitted(to: 40).cells[...], y: 0).isEmpty)
  }

  @Test func aTextFromRightToLeftEndsWithAMark() {
    var line = CellLine("שלום 1")
    line.append(" 12:00")
    #expect(text(line) == "שלום 1\u{200E} 12:00")
    #expect(text(CellLine("שלום").fitted(to: 3)) == "של…")
    #expect(text(.justified(CellLine("שלוםשלום"), CellLine("12:00"), to: 10)) == "שלו…\u{200E} 12:00")
    #expect(text(CellLine("plain 12:00")) == "plain 12:00")
    #expect(CursesEncoder(isUnicode: false).encode(line).allSatisfy { $0 < 0x80 })
  }

  @Test(arguments: [("é", true), ("Ж", true), ("…", true), ("│", true), ("漢", false), ("ñ", false), ("🍅", false)])
  func theCharactersOfAmbiguousWidthAreKnown(_ scalar: Unicode.Scalar, _ isAmbiguous: Bool) {
    #expect(AmbiguousWidth.isAmbiguous(scalar) == isAmbiguous)
  }

  @Test(
    arguments: [("wide", AmbiguousWidth.wide), ("narrow", .narrow), ("", nil), (nil, nil)]
      as [(String?, AmbiguousWidth?)])
  func theEnvironmentChoosesTheAmbiguousWidth(_ value: String?, _ width: AmbiguousWidth?) {
    #expect(AmbiguousWidth(environment: value.map { [AmbiguousWidth.variable: $0] } ?? [:]) == width)
  }

  @Test(arguments: [
    (Color.indexed(200), 8, 5), (.indexed(200), 16, 13), (.indexed(200), 256, 200), (.indexed(200), 1 << 24, 0xFF00D7),
    (.indexed(3), 1 << 24, 3), (.rgb(255, 128, 1), 1 << 24, 0xFF8001), (.rgb(0, 0, 5), 1 << 24, 0x105), (.red, 8, 1),
  ])
  func aColourIsWhatTheTerminalHas(_ color: Color, _ count: Int, _ index: Int) {
    #expect(color.index(amongst: count) == index)
  }

  @Test func onlyLongFramesAreMarkedAsOne() {
    #expect(TerminalModes.synchronized([1, 2, 3]) == [1, 2, 3])
    let long = TerminalModes.synchronized(Array(repeating: 65, count: 1000))
    #expect(long.starts(with: "\u{1B}[?2026h".utf8) && long.suffix(8) == Array("\u{1B}[?2026l".utf8)[...])
    #expect(TerminalModes.synchronizes("foot-extra") && !TerminalModes.synchronizes("xterm-256color"))
  }
}
