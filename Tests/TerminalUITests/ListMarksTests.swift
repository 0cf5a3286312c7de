import Testing

@testable import TerminalUI

@MainActor
@Suite struct ListMarksTests {
  private let bench = Bench(["a", "b", "c", "d", "e"], height: 5)

  private var list: ListView<ModelList> { bench.scene.list }

  private var marked: [Int] { list.marked.sorted() }

  private func press(_ keys: Key...) { for key in keys { _ = list.handle(key) } }

  @Test func aMarkFollowsItsRow() async throws {
    press("Down")
    list.toggleMark()
    bench.scene.ids = [4, 3, 0, 1, 2]
    list.reload(selecting: 3)
    bench.application.setNeedsDisplay()
    await bench.application.idle()
    try Drawing(bench.screen).check("  e\n  d\n  a\n>*b\n  c")
    #expect(bench.screen.style(x: 2, y: 3).attributes.contains(.bold))
    list.toggleMark()
    #expect(marked.isEmpty)
  }

  @Test func aRangeReachesFromTheLastMarkWhereverItIs() {
    press("Down")
    list.toggleMark()
    bench.scene.ids = [0, 2, 3, 1, 4]
    list.reload(selecting: 3)
    press("Home")
    list.markRange()
    #expect(marked == [0, 1, 2, 3])
  }

  @Test func shiftExtendsAndTakesBack() {
    press("Down", "S-Down", "S-Down")
    #expect(marked == [1, 2, 3])
    press("S-Up")
    #expect(marked == [1, 2])
    press("S-Up", "S-Up")
    #expect(marked == [0, 1])
    press("Down", "Down", "Down", "S-Down")
    #expect(marked == [0, 1, 3, 4])
  }

  @Test func theMouseMarks() {
    _ = list.handle(MouseEvent(.press(0), at: Point(x: 0, y: 1), modifiers: .control))
    _ = list.handle(MouseEvent(.press(0), at: Point(x: 0, y: 3), modifiers: .shift))
    #expect(marked == [1, 2, 3])
    _ = list.handle(MouseEvent(.press(0), at: Point(x: 0, y: 2), modifiers: .control))
    #expect(marked == [1, 3])
  }

  @Test func commandsActOnMarksIfThereAreAny() {
    #expect(list.targets == [0])
    list.markAll()
    #expect(list.targets == [0, 1, 2, 3, 4])
    #expect(list.markedCount == 5)
    press("Down")
    list.toggleMark()
    #expect(list.targets == [0, 2, 3, 4])
    list.unmarkAll()
    #expect(list.targets == [1])
  }

  @Test func whatIsGoneIsForgottenWhetherItWasMarkedOrLeftOut() {
    press("S-Down", "S-Down")
    list.forgetMarks { $0 == 1 }
    #expect(marked == [0, 2])
    list.markAll()
    list.toggleMark()
    bench.scene.ids = [0, 1, 3, 4]
    list.reload(selecting: nil)
    list.forgetMarks { $0 == 2 }
    #expect(list.markedCount == 4)
    #expect(marked == [0, 1, 3, 4])
  }

  @Test func whatComesAfterAllWereMarkedIsNotMarkedAndWhatWasLeftOutStaysLeftOut() async throws {
    list.markAll()
    list.toggleMark()
    bench.scene.ids = [1, 2]
    list.reload(selecting: nil)
    list.noteMarkedRowsGone(2)
    #expect(marked == [1, 2] && list.markedCount == 2)
    bench.scene.ids = [0, 1, 2, 3, 5]
    bench.scene.models[5] = ModelList.Model("f")
    list.reload(selecting: 0)
    list.noteMarkedRowsGone(1)
    #expect(marked == [1, 2, 3] && list.markedCount == 3)
    bench.application.setNeedsDisplay()
    await bench.application.idle()
    try Drawing(bench.screen).check("> a\n *b\n *c\n *d\n  f")
    press("End")
    list.toggleMark()
    #expect(marked == [1, 2, 3, 5] && list.markedCount == 4)
    list.forgetMarks { $0 == 5 }
    #expect(list.markedCount == 3)
  }

  @Test func markingAllOfALongListAsksForNoRow() {
    let rows = CountedRows(1_000_000)
    let list = ListView(source: rows)
    list.markAll()
    list.toggleMark()
    #expect(list.markedCount == 999_999)
    #expect(rows.asked <= 1 && rows.searches == 0)
  }

  @Test func markingPaintsOneRowAndReadsNoModel() async {
    let before = list.drawnRows
    list.toggleMark()
    bench.application.setNeedsDisplay()
    await bench.application.idle()
    #expect(list.drawnRows == before)
    #expect(bench.screen.paintedCells <= 10)
  }

  @Test func anEmptyListMarksNothing() {
    let scene = ModelList([])
    let empty = scene.list!  // Sound: set when the scene is made.
    empty.toggleMark()
    empty.markRange()
    empty.markAll()
    empty.extendMarks { $0.move(by: 1) }
    #expect(empty.marked.isEmpty && empty.targets.isEmpty && scene.ids.isEmpty)
  }

  /// Searching for a row may mean to search all of them.
  @Test func extendingLooksForNoRowUnlessItMoved() {
    let rows = CountedRows(1_000_000)
    let list = ListView(source: rows)
    list.select { $0.select(500_000) }
    for _ in 0..<3 { _ = list.handle(Key(.down, .shift)) }
    list.select { $0.move(by: 1) }
    list.toggleMark()
    list.select { $0.move(by: 2) }
    list.markRange()
    #expect(rows.searches == 0)
    #expect(list.marked == Set(500_000...500_006))
    rows.shift = 5
    list.markRange()
    list.markRange()
    #expect(rows.searches == 1)
    #expect(list.marked == Set(500_000...500_006))
  }
}
