import Testing

@testable import TerminalUI

@MainActor
@Suite struct ScrollBarTests {
  private func drawn(_ bar: ScrollBar, height: Int = 5) -> String {
    var canvas = Canvas(size: Size(width: 3, height: height))
    canvas.draw("abc", in: bar.render(into: &canvas, in: canvas.bounds))
    return canvas.buffer.drawing.replacing("\n", with: "/")
  }

  @Test(arguments: [
    (10, 0, 5, "a…┃/  ┃///"), (10, 5, 5, "a…///  ┃/  ┃"), (1000, 0, 5, "a…┃////"),
    (1000, 1, 5, "a…/  ┃///"), (1000, 994, 5, "a…///  ┃/"), (1000, 995, 5, "a…////  ┃"),
    (5, 0, 5, "abc////"), (0, 0, 5, "abc////"), (.max, .max, 5, "a…////  ┃"),
  ])
  func theThumbTouchesAnEndOnlyThere(_ total: Int, _ offset: Int, _ visible: Int, _ drawing: String) {
    #expect(drawn(ScrollBar(total: total, offset: offset, visible: visible)) == drawing)
  }

  @Test func marksStandInTheBar() {
    var bar = ScrollBar(total: 101, offset: 0, visible: 20)
    bar.marks = [0, 50, 100, 700]
    #expect(drawn(bar) == "a…•//  •//  •")
  }

  @Test func inASCIIItIsVisibleToo() {
    #expect("┃•".unicodeScalars.map { ASCIIFallback.scalar(for: Glyph($0)) } == ["|", "*"])
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func everyPartIsReached(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (height, total) = (Int.random(in: 2...40, using: &random), Int.random(in: 1...5000, using: &random))
    let visible = Int.random(in: 1...total, using: &random)
    let bar = ScrollBar(total: total, offset: Int.random(in: 0...total, using: &random), visible: visible)
    let thumb = bar.thumb(height: height)
    #expect(thumb.lowerBound >= 0 && thumb.upperBound <= height && !thumb.isEmpty, "seed \(seed)")
    #expect(bar.offset(at: 0, height: height) == 0, "seed \(seed)")
    #expect(bar.offset(at: height - 1, height: height) == total - visible, "seed \(seed)")
  }

  @Test func aListHasOneWhenItOverflows() async throws {
    let bench = Bench((0..<9).map(String.init))
    bench.scene.list.showsScrollBar = true
    bench.scene.list.matches = MatchPlaces([8])
    await bench.type("\u{1B}[B")
    try Drawing(bench.screen).check(
      """
        0      ┃
      > 1
        2      •
      """)
    bench.scene.ids = [3, 4]
    bench.scene.list.reload(selecting: 0)
    bench.scene.list.matches = MatchPlaces()
    await bench.type("\u{1B}[B")
    try Drawing(bench.screen).check("  3\n> 4\n")
  }

  @Test func theListScrollsByItsBar() async {
    let bench = Bench((0..<100).map(String.init))
    let list = bench.scene.list!  // Sound: set when the scene is made.
    list.showsScrollBar = true
    await bench.type("\u{1B}[B")
    #expect(list.handle(MouseEvent(.press(0), at: Point(x: 9, y: 1))) == true)
    #expect(list.selection.offset == 48)
    #expect(list.handle(MouseEvent(.drag(0), at: Point(x: 2, y: 2))) == true)
    #expect(list.selection.offset == 97)
    #expect(list.handle(MouseEvent(.release(0), at: Point(x: 2, y: 2))) == false)
    #expect(list.handle(MouseEvent(.drag(0), at: Point(x: 9, y: 0))) == false)
    #expect(list.selection.offset == 97)
  }

  /// Each position by itself, scaled to the bar by its middle.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func everyMarkIsInItsRow(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (height, total) = (Int.random(in: 1...30, using: &random), Int.random(in: 2...500, using: &random))
    var bar = ScrollBar(total: total, offset: 0, visible: 1)
    bar.marks = (0..<Int.random(in: 0...8, using: &random)).map { _ in .random(in: -3...total + 3, using: &random) }
      .sorted()
    let drawing = drawn(bar, height: height).split(separator: "/", omittingEmptySubsequences: false)
    let marked = drawing.indices.filter { drawing[$0].hasSuffix("•") }
    let expected = Set(bar.marks.map { $0.clamped(to: 0...total - 1) * (height - 1) / (total - 1) })
    #expect(marked == expected.sorted(), "seed \(seed)")
  }
}
