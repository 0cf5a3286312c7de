import Testing

@testable import TerminalUI

@MainActor
@Suite struct DrawingTests {
  private func canvas(_ rows: String...) -> Canvas {
    var canvas = Canvas(size: Size(width: 12, height: rows.count))
    for (y, row) in rows.enumerated() { canvas.draw(CellLine(row), at: Point(x: 0, y: y)) }
    return canvas
  }

  @Test func theSameIsNoDifference() throws {
    try Drawing(canvas("one  ", "漢字", "")).check("one\n漢字  ")
    try Drawing(canvas("one")).check("one\n\n\n")
  }

  @Test func rowsThatDifferAreShownWithMarksBelowTheColumns() throws {
    let drawing = Drawing(canvas("title", "▌ 漢 bread", "end"))
    let difference = try #require(DrawingDifference(between: drawing, and: "title\n▌ 漢 broad\nend\nmore"))
    #expect(difference.rows.map(\.number) == [1, 3])
    #expect(
      difference.description == """
        2 of the rows differ
        row 1
          expected: ▌ 漢 broad
             drawn: ▌ 漢 bread
                           ^
        row 3
          expected: more
             drawn:\u{20}
                    ^^^^
        drawn is
        title
        ▌ 漢 bread
        end
        """)
    #expect(throws: difference) { try drawing.check("title\n▌ 漢 broad\nend\nmore") }
  }

  @Test func textsThatOnlyLookTheSameDiffer() {
    #expect(throws: DrawingDifference.self) { try Drawing(canvas("é")).check("e\u{301}") }
  }

  @Test func theCursorIsDrawnOverTheText() throws {
    var canvas = canvas("abc", "")
    canvas.cursor = Point(x: 1, y: 0)
    try Drawing(canvas).check("a|c")
    try Drawing(canvas.buffer, cursor: Point(x: 0, y: 1), mark: "▮").check("abc\n▮")
    try Drawing(canvas.buffer, cursor: Point(x: 99, y: 99)).check("abc")
  }

  @Test func stylesAreDrawnAsLetters() throws {
    var canvas = canvas("abcd", "")
    canvas.draw(CellLine("bc", style: .bold), at: Point(x: 1, y: 0))
    canvas.draw(CellLine("漢", style: .dim), at: Point(x: 0, y: 1))
    try Drawing(stylesOf: canvas.buffer, [.bold: "B"]).check(".BB.........\n??..........")
  }

  @Test func aScreenIsDrawnWithItsCursor() async throws {
    let bench = Bench(["one", "two"])
    await bench.type("\u{1B}[B")
    try Drawing(bench.screen).check("  one\n> two")
    try Drawing(stylesOf: bench.screen.buffer, [.reverse: "r"]).check("..........\nrrrrrrrrrr\n..........")
  }
}
