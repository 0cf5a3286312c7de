import Testing

@testable import TerminalUI

@Suite struct SplitTests {
  private func split(_ arrangement: Split.Arrangement = .adaptive, _ extent: Split.Extent = .share(0.5)) -> Split {
    Split(
      arrangement, extent: extent, minimumFirst: Size(width: 6, height: 2), minimumSecond: Size(width: 8, height: 2))
  }

  /// The first pane as `1`, the second as `2`.
  private func drawn(_ split: inout Split, _ width: Int, _ height: Int) -> String {
    var canvas = Canvas(size: Size(width: width, height: height))
    let layout = split.render(into: &canvas, in: canvas.bounds)
    for (area, glyph) in [(layout.first, "1"), (layout.second, "2")] {
      for row in 0..<area.height { canvas.draw(String(repeating: glyph, count: area.width), in: area.row(row)) }
    }
    return canvas.buffer.drawing
  }

  @Test func wideAreasHaveThePanesBesideEachOther() {
    var split = split()
    #expect(drawn(&split, 17, 2) == "11111111│22222222\n11111111│22222222")
    #expect(drawn(&split, 15, 2) == "111111│22222222\n111111│22222222")
  }

  @Test func tallAreasHaveThemBelowEachOther() {
    var split = split()
    #expect(drawn(&split, 8, 5) == "11111111\n11111111\n────────\n22222222\n22222222")
  }

  @Test func smallAreasShowTheOneWithTheFocus() {
    var split = split()
    #expect(drawn(&split, 8, 3) == "11111111\n11111111\n11111111")
    #expect(split.handle("Tab") == true)
    #expect(drawn(&split, 8, 3) == "22222222\n22222222\n22222222")
    #expect(split.handle("S-Tab") == true)
    #expect(split.handle("x") == false)
    #expect(split.focus == .first)
  }

  @Test func aSidebarKeepsItsWidth() {
    var sidebar = split(.beside, .first(7))
    #expect(drawn(&sidebar, 30, 1).isEmpty == false)
    #expect(drawn(&sidebar, 20, 2).hasPrefix("1111111│222222222222\n"))
    #expect(drawn(&sidebar, 14, 9).hasPrefix("11111111111111\n"))
    var detail = split(.beside, .second(100))
    #expect(drawn(&detail, 20, 2).hasPrefix("111111│2222222222222\n"))
  }

  @Test(arguments: [(Split.Extent.share(0.5), 0.25), (.first(8), 4), (.second(12), 16)] as [(Split.Extent, Double)])
  func theLineIsDragged(_ extent: Split.Extent, _ expected: Double) {
    var split = Split(.beside, extent: extent, minimumFirst: .zero, minimumSecond: .zero)
    _ = drawn(&split, 21, 2)
    let whole = Rect(Size(width: 21, height: 2))
    let x = split.layout(in: whole).divider.x
    #expect(split.handle(MouseEvent(.press(0), at: Point(x: x, y: 0))) == true)
    let wanted = if case .share = extent { 5 } else { 4 }
    #expect(split.handle(MouseEvent(.drag(0), at: Point(x: wanted, y: 1))) == true)
    switch split.extent {
    case .share(let share): #expect(share == expected)
    case .first(let length), .second(let length): #expect(Double(length) == expected)
    }
    #expect(split.handle(MouseEvent(.release(0), at: Point(x: wanted, y: 1))) == false)
    #expect(split.handle(MouseEvent(.drag(0), at: Point(x: 9, y: 1))) == false)
    _ = drawn(&split, 21, 2)
    #expect(split.layout(in: whole).divider.x == wanted)
  }

  @Test func aPressMovesTheFocusAndBelongsToThePane() {
    var split = split()
    _ = drawn(&split, 17, 2)
    #expect(split.handle(MouseEvent(.press(0), at: Point(x: 12, y: 0))) == false)
    #expect(split.focus == .second)
  }

  @Test(arguments: 0...20) func everySizeHasRoomForAPane(_ width: Int) {
    for height in 0...12 {
      for arrangement in [Split.Arrangement.adaptive, .beside, .below] {
        for extent in [Split.Extent.share(.nan), .share(9), .share(-1), .first(.max), .second(.max), .first(-5)] {
          let layout = split(arrangement, extent).layout(in: Rect(x: 3, y: 2, width: width, height: height))
          let cells = [layout.first, layout.second, layout.divider].reduce(0) { $0 + $1.width * $1.height }
          #expect(cells == width * height)
        }
      }
    }
  }

  @Test func theFocusGoesRound() {
    enum Pane { case sidebar, list, detail }
    var ring = FocusRing(Pane.list, .detail, .sidebar)
    #expect(ring.handle("Tab") && ring.current == .detail)
    #expect(ring.handle("Tab") && ring.handle("Tab") && ring.current == .list)
    #expect(ring.handle("S-Tab") && ring.current == .sidebar)
    ring.hidden = [.sidebar]
    #expect(ring.current == .list)
    #expect(ring.handle("S-Tab") && ring.current == .detail)
    ring.focus(.sidebar)
    #expect(ring.current == .detail)
    #expect(ring.handle("x") == false)
  }
}
