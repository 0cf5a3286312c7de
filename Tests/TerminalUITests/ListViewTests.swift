import Testing

@testable import TerminalUI

@MainActor
@Suite struct ListViewTests {
  private let letters = ["a", "b", "c", "d", "e"]

  @Test func theSelectionStaysVisible() async throws {
    let bench = Bench(letters)
    try Drawing(bench.screen).check(
      """
      > a
        b
        c
      """)
    await bench.type("\u{1B}[B\u{1B}[B\u{1B}[B")
    try Drawing(bench.screen).check(
      """
        b
        c
      > d
      """)
    await bench.type("\u{1B}[H")
    #expect(bench.screen.drawing.hasPrefix("> a"))
    await bench.type("\u{1B}[F")
    #expect(bench.screen.drawing.hasSuffix("> e"))
    #expect(bench.screen.style(x: 0, y: 2) == .reverse)
    #expect(bench.screen.style(x: 0, y: 1) == .plain)
  }

  @Test func pagesShareARow() async throws {
    let bench = Bench((0..<100).map(String.init))
    await bench.type("\u{1B}[6~")
    try Drawing(bench.screen).check("> 2\n  3\n  4")
    await bench.type("\u{1B}[5~")
    try Drawing(bench.screen).check("> 0\n  1\n  2")
  }

  @Test func movingPaintsTwoRowsAndReadsNoModel() async {
    let bench = Bench(letters)
    let before = bench.scene.list.drawnRows
    await bench.type("\u{1B}[B")
    #expect(bench.scene.list.drawnRows == before)
    #expect(bench.screen.paintedCells <= 20)
  }

  @Test func aFrameLooksAtNoRowThatStayedAsItWas() {
    let rows = CountedRows(1_000)
    let list = ListView(source: rows)
    var canvas = Canvas(size: Size(width: 10, height: 40))
    list.render(into: &canvas, in: canvas.bounds)
    let (asked, drawn) = (rows.asked, list.drawnRows)
    list.render(into: &canvas, in: canvas.bounds)
    #expect(rows.asked == asked)
    list.select { $0.move(by: 1) }
    list.invalidate(7)
    list.render(into: &canvas, in: canvas.bounds)
    // The row that the cursor left, the one that it came to, and the one that changed.
    #expect(rows.asked == asked + 3)
    #expect(list.drawnRows == drawn + 1)
    #expect(canvas.buffer.row(0).allSatisfy { $0.style == .plain })
    #expect(canvas.buffer.row(1).allSatisfy { $0.style == .reverse })
  }

  @Test func aRowDrawnAnewIsInItsPlaceThoughTheListIsElsewhereOnTheScreen() async {
    let bench = Bench(letters)
    var canvas = Canvas(size: Size(width: 10, height: 10))
    bench.scene.list.render(into: &canvas, in: Rect(x: 0, y: 0, width: 8, height: 4))
    bench.scene.models[2]?.title = "new"
    Invalidations.shared.drain()
    canvas = Canvas(size: canvas.buffer.size)
    bench.scene.list.render(into: &canvas, in: Rect(x: 2, y: 5, width: 8, height: 4))
    #expect(canvas.buffer.drawing.split(separator: "\n") == ["  > a", "    b", "    new", "    d"])
  }

  @Test func onlyVisibleRowsAreDrawn() async {
    let bench = Bench((0..<100_000).map(String.init))
    await bench.type("\u{1B}[F")
    #expect(bench.scene.list.drawnRows == 6)
    #expect(bench.scene.list.keptRows == 3)
  }

  /// Asking for a row that is gone would end the program.
  @Test func aRowThatTheSourceLostIsNotSelectedWhileTheListHasNotBeenTold() async throws {
    let bench = Bench(letters)
    await bench.type("\u{1B}[F")
    bench.scene.ids = [0, 1]
    #expect(bench.scene.list.selectedID == nil)
    bench.scene.list.reload(selecting: nil)
    #expect(bench.scene.list.selectedID == 1)
  }

  @Test func theSelectionFollowsIdentity() async throws {
    let bench = Bench(letters)
    await bench.type("\u{1B}[B")
    bench.scene.ids = [4, 3, 0, 1, 2]
    bench.scene.list.reload(selecting: 3)
    bench.application.setNeedsDisplay()
    await bench.application.idle()
    try Drawing(bench.screen).check("  d\n  a\n> b")
    #expect(bench.scene.list.selectedID == 1)
  }

  /// At the top of a list, new first rows are shown; elsewhere the visible rows stay.
  @Test func newFirstRowsAreShownAtTheBeginningOnly() {
    var selection = ListSelection()
    selection.update(count: 10, index: nil)
    selection.update(height: 4)
    selection.update(count: 11, index: 1)
    #expect(selection.visible == 0..<4)
    #expect(selection.index == 1)
    selection.select(8)
    #expect(selection.visible == 5..<9)
    selection.update(count: 13, index: 10)
    #expect(selection.visible == 7..<11)
  }

  @Test func aRemovedRowLeavesTheSelectionInItsPlace() async throws {
    let bench = Bench(letters)
    await bench.type("\u{1B}[B")
    bench.scene.ids.remove(at: 1)
    bench.scene.list.reload(selecting: nil)
    bench.application.setNeedsDisplay()
    await bench.application.idle()
    try Drawing(bench.screen).check("  a\n> c\n  d")
  }

  @Test func anEmptyListHasNoSelection() async throws {
    let bench = Bench([])
    await bench.type("\u{1B}[B\u{1B}[F\u{1B}[6~")
    #expect(bench.scene.list.selection.index == nil)
    try Drawing(bench.screen).check("\n\n")
  }

  @Test func theWheelScrollsAndAClickSelects() {
    let bench = Bench(letters)
    #expect(bench.scene.list.handle(MouseEvent(.wheelDown, at: .zero)))
    #expect(bench.scene.list.selection.visible == 2..<5)
    #expect(bench.scene.list.handle(MouseEvent(.press(0), at: Point(x: 0, y: 2))))
    #expect(bench.scene.list.selection.index == 4)
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func theSelectionIsAlwaysVisibleAndInside(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var selection = ListSelection()
    for _ in 0..<2000 {
      let n = Int.random(in: -30...30, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: selection.update(count: max(0, n), index: nil)
      case 1: selection.update(height: abs(n))
      case 2: selection.move(by: n)
      case 3: selection.movePage(n)
      case 4: selection.scroll(by: n)
      default: selection.select(n)
      }
      #expect((selection.index == nil) == (selection.count == 0), "seed \(seed)")
      guard let index = selection.index, selection.height > 0 else { continue }
      #expect(selection.visible.contains(index), "seed \(seed)")
    }
  }
}
