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
  func aGridIsWrittenAsItsRowsAre(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      // Half of them as wide as the canvas and at its edge, where whole rows are copied.
      let width = Bool.random(using: &random) ? 17 : Int.random(in: 1...20, using: &random)
      var picture = Canvas(size: Size(width: width, height: .random(in: 1...6, using: &random)))
      scribble(on: &picture, &random)
      var written = Canvas(size: Size(width: 17, height: 5))
      scribble(on: &written, &random)
      let x = width == 17 ? 0 : Int.random(in: -3...18, using: &random)
      let corner = Point(x: x, y: .random(in: -3...6, using: &random))
      var expected = written
      for y in 0..<picture.buffer.size.height {
        expected.draw(CellLine(cells: Array(picture.buffer.row(y))), at: Point(x: corner.x, y: corner.y + y))
      }
      written.draw(picture, at: corner)
      #expect(written.buffer == expected.buffer, "seed \(seed), \(picture.buffer.size) at \(corner)")
    }
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

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func movedRowsAndTheChangesGiveTheNewPicture(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let old = page(from: Int.random(in: 0..<5, using: &random), &random)
      let new = page(from: Int.random(in: 0..<5, using: &random), &random)
      let frame = Frame(new, since: old)
      #expect(new.applied(frame.runs, shift: frame.shift, to: old) == new, "seed \(seed)")
      #expect(frame.runs.allSatisfy { isWhole($0, new) }, "seed \(seed)")
    }
  }

  @Test func aScrolledListPaintsOnlyTheRowsThatCame() {
    func list(from first: Int) -> CellBuffer {
      var canvas = Canvas(size: Size(width: 20, height: 12))
      canvas.draw(CellLine("header"), at: .zero)
      for row in 1..<11 { canvas.draw(CellLine("item \(first + row)"), at: Point(x: 0, y: row)) }
      canvas.draw(CellLine("footer"), at: Point(x: 0, y: 11))
      return canvas.buffer
    }
    let frame = Frame(list(from: 7), since: list(from: 5))
    #expect(frame.shift == RowShift(rows: 1..<11, distance: 2))
    #expect(Set(frame.runs.map(\.row)) == [9, 10])
    let back = Frame(list(from: 5), since: list(from: 7))
    #expect(back.shift == RowShift(rows: 1..<11, distance: -2))
    #expect(Set(back.runs.map(\.row)) == [1, 2])
    #expect(Frame(list(from: 50), since: list(from: 5)).shift == nil)
  }

  /// A part of a list with a cursor somewhere, a header and some rows that are other ones.
  private func page(from first: Int, _ random: inout SeededGenerator) -> CellBuffer {
    var canvas = Canvas(size: Size(width: 17, height: 14))
    let cursor = Int.random(in: 1..<14, using: &random)
    for row in 1..<14 {
      let title = Int.random(in: 0..<8, using: &random) == 0 ? "漢é \(random.next() % 9)" : "title 漢 \(first + row)"
      canvas.draw(CellLine(title, style: row == cursor ? .bold : .plain), at: Point(x: row == cursor ? 0 : 1, y: row))
    }
    return canvas.buffer
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
