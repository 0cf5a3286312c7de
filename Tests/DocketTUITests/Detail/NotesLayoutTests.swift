import TerminalUI
import Testing

@testable import DocketTUI

@Suite("Wrapped notes")
struct NotesLayoutTests {
  @Test func areTheSameLinesAsIfWrappedAtOnce() {
    for text in ["a", "a\n", "\n\nb", "one two three\n\nfour", "漢字漢字漢字 x\r\ny\u{2028}z", "\tx\n"] {
      var layout = NotesLayout(text, width: 8)
      layout.lay(upTo: .max)
      #expect(layout.lines == CellLine.paragraphs(text, width: 8))
      #expect(layout.isWhole && layout.estimatedCount == layout.lines.count)
    }
  }

  @Test func areLaidOutOnlyAsFarAsSomebodyLooks() {
    var layout = NotesLayout(String(repeating: "line of some words\n", count: 50_000), width: 20)
    layout.lay(upTo: 30)
    #expect(layout.lines.count == 30 && !layout.isWhole)
    #expect(layout.estimatedCount > 40_000)
    layout = NotesLayout(String(repeating: "x", count: 1_000_000), width: 20)
    layout.lay(upTo: 30)
    #expect(layout.lines.count < 1_000)
  }

  @Test func ofNoTextAreNoLines() {
    var layout = NotesLayout("", width: 8)
    layout.lay(upTo: 5)
    #expect(layout.lines.isEmpty && layout.isWhole)
  }
}
