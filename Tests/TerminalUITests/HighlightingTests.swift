import Foundation
import Testing

@testable import TerminalUI

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
