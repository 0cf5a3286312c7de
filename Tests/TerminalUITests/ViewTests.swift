import Testing

@testable import TerminalUI

@Suite struct ViewTests {
  private let hints = [
    KeyHint("a", "add", help: "add an item"), KeyHint("d", "delete", isEnabled: false), KeyHint("?", "help"),
  ]

  private func drawn(_ width: Int, _ height: Int, _ render: (inout Canvas) -> Void) -> String {
    var canvas = Canvas(size: Size(width: width, height: height))
    render(&canvas)
    return canvas.buffer.drawing
  }

  @Test(arguments: [
    (40, " a add  d delete  ? help         saved ✓"), (24, " a add  d delete saved ✓"), (18, " a add     saved ✓"),
    (10, "   saved ✓"), (4, "sav…"),
  ])
  func hintsGiveWayInTheFooter(_ width: Int, _ line: String) {
    #expect(drawn(width, 1) { Footer(hints, status: CellLine("saved ✓")).render(into: &$0, in: $0.bounds) } == line)
  }

  @Test func theMouseFindsHints() {
    let footer = Footer(hints)
    #expect(footer.hint(at: 1, width: 40)?.keys == "a")
    #expect(footer.hint(at: 6, width: 40) == nil)
    #expect(footer.hint(at: 8, width: 40)?.keys == "d")
    #expect(footer.hint(at: 8, width: 12) == nil)
    #expect(Footer(hints, status: CellLine("saved ✓")).hint(at: 8, width: 20) == nil)
  }

  @Test func helpStandsInABox() {
    var help = HelpScreen(title: "Help", hints: hints)
    #expect(
      drawn(20, 5) { help.render(into: &$0, in: $0.bounds) } == """
         ┌─ Help ─────────┐
         │ a  add an item │
         │ d  delete      │
         │ ?  help        │
         └────────────────┘
        """)
  }

  @Test(arguments: 0...6) func noSizeIsTooSmallForABox(_ side: Int) {
    var help = HelpScreen(title: "Help", hints: hints)
    _ = drawn(side, side) { help.render(into: &$0, in: $0.bounds) }
  }

  @Test func tooSmallSaysSo() {
    let message = TooSmallMessage(minimum: Size(width: 40, height: 10))
    #expect(drawn(24, 3) { _ = message.render(into: &$0) } == "\ntoo small: needs 40×10\n")
    #expect(drawn(19, 3) { _ = message.render(into: &$0) } == "too small\nneeds 40×10\n")
    #expect(drawn(9, 1) { _ = message.render(into: &$0) } == "40×10")
    #expect(drawn(40, 10) { _ = message.render(into: &$0) } == String(repeating: "\n", count: 9))
  }
}
