import Testing

@testable import TerminalUI

@Suite("Rows are drawn before a list is scrolled to them")
@MainActor
struct RowsAheadTests {
  private let bench = Bench((0..<100).map { "row \($0)" }, height: 4)
  private let pageDown = "\u{1B}[6~"
  private let pageUp = "\u{1B}[5~"
  private let end = "\u{1B}[F"

  init() { bench.scene.drawsAhead = true }

  private var list: ListView<ModelList> { bench.scene.list }

  @Test func theNextPageIsDrawnAfterAPage() async throws {
    #expect(list.drawnRows == 4)
    await bench.type(pageDown)
    // A page and its successor share a row; eight more at least are drawn at once.
    #expect(list.drawnRows == 4 + 3 + 8)
    await bench.type(pageDown)
    try Drawing(bench.screen).check("> row 6\n  row 7\n  row 8\n  row 9")
    await bench.type(pageDown)
    await bench.type(pageDown)
    // Each was drawn once: 16 are above the end of the screen, 8 below it.
    #expect(list.drawnRows <= 16 + 8)
    await bench.type(pageUp)
    try Drawing(bench.screen).check("> row 9\n  row 10\n  row 11\n  row 12")
  }

  @Test func andKeptUntilOthersAre() async throws {
    await bench.type(pageDown)
    #expect(list.keptRows == 4 + 8)
    // No scrolling.
    await bench.type("\u{1B}[B\u{1B}[A")
    #expect(list.keptRows == 4 + 8)
    // A jump leaves them behind, where changes of their models may not reach them.
    await bench.type(end)
    #expect(list.keptRows == 4)
    await bench.type(pageUp)
    await bench.type(pageUp)
    #expect(list.keptRows <= 4 + 8 + 3)
    list.invalidateAll()
    #expect(list.keptRows == 0)
  }

  /// While only the cursor moves, no frame drops rows; these would be shown as they were, and hear of no change.
  @Test func thoseOnTheOtherSideAreNotKeptWhileTheListIsReadAnew() async throws {
    for _ in 0..<3 { await bench.type(pageDown) }
    await bench.type(pageUp)
    await bench.type("\u{1B}[B")
    #expect(list.keptRows <= 4 + 8)
    let ids = bench.scene.ids
    bench.scene.ids.removeAll { $0 == 14 }
    list.reload(selecting: 7)
    bench.scene.models[14] = ModelList.Model("another")
    bench.scene.ids = ids
    list.reload(selecting: 7)
    await bench.type(pageDown + pageDown)
    #expect(bench.screen.drawing.contains("another"))
  }

  @Test func oneThatChangedMeanwhileIsDrawnAnew() async throws {
    await bench.type(pageDown)
    bench.scene.models[8]?.title = "changed"
    await bench.application.idle()
    try Drawing(bench.screen).check("> row 3\n  row 4\n  row 5\n  row 6")
    await bench.type(pageDown)
    try Drawing(bench.screen).check("> row 6\n  row 7\n  changed\n  row 9")
  }

  @Test func rowsThatMovedAreShownWhereTheyAre() async throws {
    await bench.type(pageDown)
    bench.scene.ids.remove(at: 7)
    list.reload(selecting: 3)
    await bench.type(pageDown)
    try Drawing(bench.screen).check("> row 6\n  row 8\n  row 9\n  row 10")
  }

  /// As an item that is deleted and restored: what the first model's row showed is of no use.
  @Test func aRowThatLeftTheListIsDrawnAnewWhenItIsBack() async throws {
    await bench.type(pageDown)
    bench.scene.ids.remove(at: 8)
    list.reload(selecting: 3)
    bench.scene.models[8] = ModelList.Model("another")
    bench.scene.ids.insert(8, at: 8)
    list.reload(selecting: 3)
    await bench.type(pageDown)
    try Drawing(bench.screen).check("> row 6\n  row 7\n  another\n  row 9")
  }

  @Test func aChangeOfOneIsDrawnWithTheNextFrameOnly() async {
    await bench.type(pageDown)
    let frames = bench.screen.presentCount
    bench.scene.models[8]?.title = "changed"
    await bench.application.idle()
    #expect(bench.screen.presentCount == frames)
  }

  @Test func aPageOntoAScreenWithMoreHeadingsIsNoJump() {
    var ahead = RowsAhead()
    ahead.note(0..<15)
    ahead.note(14..<26)
    #expect(ahead.next(of: 100) == 26..<40)
  }

  @Test func nothingIsDrawnAheadOfAJumpOrTheEnds() {
    var ahead = RowsAhead()
    func next(_ visible: Range<Int>) -> Range<Int> {
      ahead.note(visible)
      return ahead.next(of: 100)
    }
    // The first frame.
    #expect(next(0..<10).isEmpty)
    #expect(next(0..<10).isEmpty)
    #expect(next(9..<19) == 19..<28)
    // Nothing was scrolled.
    #expect(next(9..<19).isEmpty)
    #expect(next(18..<28) == 28..<37)
    #expect(next(9..<19) == 0..<9)
    #expect(next(0..<10).isEmpty)
    #expect(next(90..<100).isEmpty)
    #expect(next(81..<91) == 72..<81)
  }

  /// A row for each key would find the processor's caches cold.
  @Test func severalAreDrawnWhereOneWasScrolledTo() {
    var ahead = RowsAhead()
    ahead.note(0..<10)
    let drawn = (1...20).map { row in
      ahead.note(row..<row + 10)
      return ahead.next(of: 25)
    }
    #expect(drawn.filter { !$0.isEmpty } == [11..<19, 19..<25])
    ahead.forget()
    ahead.note(20..<30)
    #expect(ahead.next(of: 25).isEmpty)
  }
}
