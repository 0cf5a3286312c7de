import Foundation
import Testing

@testable import TerminalUI

@Suite struct FittingTests {
  @Test(arguments: [
    ("hello", 5, "hello"), ("hello", 4, "hel…"), ("hello", 7, "hello  "), ("hello", 1, "…"), ("hello", 0, ""),
    ("漢字漢字", 5, "漢字…"), ("漢字漢字", 4, "漢 …"), ("ab👨‍👩‍👧c", 4, "ab …"),
  ])
  func aLineIsCutAtTheBordersOfClusters(_ text: String, _ width: Int, _ shown: String) {
    let line = CellLine(text).fitted(to: width)
    #expect(line.description == shown)
    #expect(line.width == width)
  }

  @Test func numbersStandAtTheRight() {
    #expect(CellLine("7").fitted(to: 3, alignment: .trailing).description == "  7")
  }

  @Test(arguments: [(20, "left side      right"), (12, "left … right"), (5, "right"), (3, "ri…"), (0, "")])
  func theLeftGivesWay(_ width: Int, _ shown: String) {
    #expect(CellLine.justified(CellLine("left side"), CellLine("right"), to: width).description == shown)
  }
}

@Suite struct OverwritingTests {
  @Test(arguments: [
    ("hello", 0, "J", "Jello"), ("hello", 4, "a!", "hella"), ("hello", 5, "x", "hello"), ("hello", -1, "ab", "bello"),
    ("a漢b", 1, "x", "ax b"), ("a漢b", 2, "x", "a xb"), ("abcd", 1, "漢", "a漢d"), ("abc", 2, "漢", "ab "),
    ("abc", -1, "漢", " bc"), ("漢字", 1, "xy", " xy "), ("abc", 1, "", "abc"),
  ])
  func noHalfOfAWideGlyphIsLeft(_ text: String, _ column: Int, _ over: String, _ shown: String) {
    var line = CellLine(text)
    line.overwrite(from: column, with: CellLine(over))
    #expect(line.description == shown)
    #expect(line.width == CellLine(text).width)
  }
}

@MainActor
@Suite struct KeptLineTests {
  private let line = KeptLine<String>()
  private var canvas = Canvas(size: Size(width: 5, height: 1))

  @Test mutating func isDrawnAgainOnlyForOtherContent() {
    var drawn = 0
    for text in ["one", "one", "two", "two", "one"] {
      canvas = Canvas(size: canvas.buffer.size)
      line.render(text, into: &canvas, in: canvas.bounds) {
        drawn += 1
        return CellLine(text)
      }
      #expect(canvas.buffer.drawing == text)
    }
    #expect(drawn == 3)
  }

  @Test mutating func aFreshCanvasGetsAFreshLine() {
    line.render("a", into: &canvas, in: canvas.bounds) { CellLine("kept") }
    var fresh = Canvas(size: canvas.buffer.size, isFresh: true)
    line.render("a", into: &fresh, in: fresh.bounds) { CellLine("fresh") }
    #expect(fresh.buffer.drawing == "fresh")
  }
}

@Suite struct WrappingTests {
  @Test(arguments: [
    ("one two three", 20, ["one two three"]), ("one two three", 8, ["one two", "three"]),
    ("one  two", 4, ["one", "two"]), ("abcdefgh", 3, ["abc", "def", "gh"]), ("", 5, [""]), ("   ", 2, [""]),
    ("漢字漢字", 5, ["漢字", "漢字"]), ("漢字漢字", 3, ["漢", "字", "漢", "字"]), ("ab漢字", 3, ["ab", "漢", "字"]),
    ("a 漢字b c", 5, ["a 漢", "字b c"]), ("👨‍👩‍👧👨‍👩‍👧", 2, ["👨‍👩‍👧", "👨‍👩‍👧"]), ("  two words", 8, ["  two", "words"]),
    ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]),
  ])
  func aLineIsBrokenWhereItMayBe(_ text: String, _ width: Int, _ lines: [String]) {
    #expect(CellLine(text).wrapped(to: width).map(\.description) == lines)
  }

  @Test(arguments: 2...12) func noLineIsTooWideAndNothingButSpacesIsLost(_ width: Int) {
    let text = "Räume  für 漢字 und 👩‍💻 ohne\u{200B}Ende, Donaudampfschifffahrt\tx 🇩🇪🇫🇷 fin"
    let lines = CellLine(text).wrapped(to: width)
    #expect(lines.allSatisfy { $0.width <= width })
    #expect(lines.map(\.description).joined().filter { $0 != " " } == CellLine(text).description.filter { $0 != " " })
  }

  @Test func lineBreaksOfTheTextStay() {
    let lines = CellLine.paragraphs("first line\r\n\nlast\n", width: 6)
    #expect(lines.map(\.description) == ["first", "line", "", "last", ""])
  }
}

@Suite struct HighlightingTests {
  /// The cells that stand out are in brackets.
  private func drawing(_ text: String, _ ranges: [Range<String.Index>], limit: Int = .max) -> String {
    let line = CellLine(text, highlighting: ranges, with: .bold, limit: limit)
    var (drawing, isBold) = ("", false)
    for cell in line.cells where !cell.isContinuation {
      if (cell.style == .bold) != isBold { drawing += isBold ? "]" : "[" }
      isBold = cell.style == .bold
      drawing += cell.glyph.description
    }
    return isBold ? drawing + "]" : drawing
  }

  @Test(arguments: [
    ("buy milk and milk", "milk", "buy [milk] and [milk]"), ("milk", "milk", "[milk]"), ("none", "milk", "none"),
    ("漢字漢", "字", "漢[字]漢"), ("a\tb", "\t", "a[   ]b"), ("", "x", ""),
  ])
  func whatMatchesStandsOut(_ text: String, _ part: String, _ drawn: String) {
    #expect(drawing(text, text.ranges(of: part)) == drawn)
  }

  @Test func aClusterStandsOutWhole() throws {
    let text = "ae\u{301}b"
    let mark = try #require(text.unicodeScalars.firstIndex(of: "\u{301}"))
    #expect(drawing(text, [mark..<text.unicodeScalars.index(after: mark)]) == "a[e\u{301}]b")
  }

  @Test func overlapsAndEmptyRangesChangeNothing() {
    let text = "abcdef"
    func range(_ start: Int, _ end: Int) -> Range<String.Index> {
      text.index(text.startIndex, offsetBy: start)..<text.index(text.startIndex, offsetBy: end)
    }
    #expect(drawing(text, [range(0, 0), range(1, 3), range(2, 4), range(1, 2), range(6, 6)]) == "a[bcd]ef")
  }

  @Test func theRestOfALongTextIsNotLookedAt() {
    let text = String(repeating: "x", count: 100_000)
    #expect(CellLine(text, highlighting: text.ranges(of: "xx"), with: .bold, limit: 10).width <= 12)
  }
}
