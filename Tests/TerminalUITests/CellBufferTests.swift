import Testing

@testable import TerminalUI

@Suite struct CellBufferTests {
  @Test func writingOverHalfOfAWideGlyphBlanksTheOther() {
    var canvas = Canvas(size: Size(width: 6, height: 1))
    canvas.draw(CellLine("漢字漢"), at: .zero)
    canvas.draw(CellLine("xx"), at: Point(x: 1, y: 0))
    #expect(canvas.buffer.drawing == " xx 漢")
  }

  @Test func aWideGlyphDoesNotReachOutOfItsArea() {
    var canvas = Canvas(size: Size(width: 6, height: 1))
    canvas.draw(CellLine("漢字"), at: Point(x: 1, y: 0), in: Rect(x: 2, y: 0, width: 2, height: 1))
    #expect(canvas.buffer.drawing == "")
    canvas.draw(CellLine("abc"), at: Point(x: -1, y: 0))
    #expect(canvas.buffer.drawing == "bc")
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func paintingTheChangesGivesTheNewPicture(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var old = Canvas(size: Size(width: 17, height: 5))
    scribble(on: &old, &random)
    for _ in 0..<50 {
      var new = old
      scribble(on: &new, &random)
      let runs = new.buffer.changes(since: old.buffer)
      #expect(new.buffer.applied(runs, to: old.buffer) == new.buffer, "seed \(seed)")
      #expect(runs.allSatisfy { isWhole($0, new.buffer) && isWhole($0, old.buffer) }, "seed \(seed)")
      old = new
    }
  }

  @Test func nothingChangedIsNothingToPaint() {
    let buffer = CellBuffer(size: Size(width: 3, height: 3))
    #expect(buffer.changes(since: buffer).isEmpty)
    #expect(buffer.changes(since: CellBuffer(size: .zero)).count == 3)
  }

  private func scribble(on canvas: inout Canvas, _ random: inout SeededGenerator) {
    for _ in 0..<3 {
      let text = (0..<3).map { _ in ["a", "漢", " ", "👨‍👩‍👧", "é"].randomElement(using: &random) ?? "" }.joined()
      let style = [Style.plain, .bold].randomElement(using: &random) ?? .plain
      let point = Point(x: .random(in: -3..<18, using: &random), y: .random(in: -1..<6, using: &random))
      canvas.draw(CellLine(text, style: style), at: point)
    }
  }

  private func isWhole(_ run: CellRun, _ buffer: CellBuffer) -> Bool {
    let end = run.columns.upperBound
    let endIsWhole = end == buffer.size.width || !buffer[end, run.row].isContinuation
    return endIsWhole && !buffer[run.columns.lowerBound, run.row].isContinuation
  }
}
