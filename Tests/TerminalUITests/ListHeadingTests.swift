import Testing

@testable import TerminalUI

@MainActor
@Suite("Headings above rows of a list")
struct ListHeadingTests {
  private func bench(_ count: Int, headings: [Int], height: Int) async -> Bench {
    let bench = Bench((0..<count).map { "row\($0)" }, height: height)
    bench.scene.headings = headings
    bench.scene.list.reload(selecting: 0)
    bench.application.setNeedsDisplay()
    await bench.application.idle()
    return bench
  }

  @Test func theyTakeLinesOfTheirOwn() async throws {
    let bench = await bench(3, headings: [0, 2], height: 5)
    try Drawing(bench.screen).check(
      """
      - 0
      > row0
        row1
      - 2
        row2
      """)
  }

  @Test func theCursorPassesThem() async throws {
    let bench = await bench(5, headings: [0, 1, 4], height: 4)
    await bench.type("\u{1B}[B\u{1B}[B")
    try Drawing(bench.screen).check(
      """
      - 1
        row1
      > row2
        row3
      """)
    await bench.type("\u{1B}[H")
    #expect(bench.screen.drawing.hasPrefix("- 0\n> row0"))
  }

  @Test func oneIsBelowAllRows() async throws {
    let bench = await bench(3, headings: [0, 3], height: 3)
    await bench.type("\u{1B}[F")
    try Drawing(bench.screen).check(
      """
        row1
      > row2
      - 3
      """)
  }

  @Test(arguments: ["\u{1B}[F", "\u{1B}[B\u{1B}[B\u{1B}[B\u{1B}[B"])
  func oneBelowAllRowsComesIntoSightWithTheLastRow(_ keys: String) async throws {
    let bench = await bench(5, headings: [5], height: 3)
    await bench.type(keys)
    try Drawing(bench.screen).check(
      """
        row3
      > row4
      - 5
      """)
  }

  /// Otherwise rows would never be seen by whoever reads page by page.
  @Test func pagesShareARowWhateverHeadingsAreBetween() {
    var selection = ListSelection()
    selection.update(count: 60, index: nil, headings: [0, 3, 5, 11, 30, 33])
    selection.update(height: 10)
    var seen = Set(selection.visible)
    while selection.index != 59 {
      let last = selection.visible.upperBound - 1
      selection.movePage(1)
      #expect(selection.visible.contains(last))
      seen.formUnion(selection.visible)
    }
    #expect(seen.count == 60)
    while selection.index != 0 {
      let first = selection.visible.lowerBound
      selection.movePage(-1)
      #expect(selection.visible.contains(first))
    }
  }

  @Test func aClickOnOneSelectsNothing() async throws {
    let bench = await bench(3, headings: [0, 2], height: 5)
    #expect(bench.scene.list.index(at: Point(x: 0, y: 0)) == nil)
    #expect(bench.scene.list.index(at: Point(x: 0, y: 1)) == 0)
    #expect(bench.scene.list.index(at: Point(x: 0, y: 3)) == nil)
    #expect(bench.scene.list.index(at: Point(x: 0, y: 4)) == 2)
  }

  @Test func theCursorStaysVisibleWhateverHappens() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let count = Int.random(in: 1...30, using: &random)
      let headings = (0...count).filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
      var selection = ListSelection()
      selection.update(count: count, index: nil, headings: headings)
      selection.update(height: Int.random(in: 1...12, using: &random))
      for _ in 0..<20 {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: selection.move(by: Int.random(in: -3...3, using: &random))
        case 1: selection.movePage(Bool.random(using: &random) ? 1 : -1)
        case 2: selection.scroll(by: Int.random(in: -5...5, using: &random))
        default: selection.update(height: Int.random(in: 1...12, using: &random))
        }
        let visible = selection.visible
        guard let index = selection.index else { return #expect(Bool(false), "no cursor, seed \(seed)") }
        #expect(visible.contains(index), "seed \(seed)")
        for row in visible {
          #expect((0..<selection.height).contains(selection.line(of: row)), "seed \(seed)")
          #expect(selection.row(atLine: selection.line(of: row)) == row, "seed \(seed)")
        }
        let lines = (0..<selection.height).compactMap(selection.row(atLine:))
        #expect(lines == Array(visible), "seed \(seed)")
      }
    }
  }
}
