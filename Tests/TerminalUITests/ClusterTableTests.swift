import Testing

@testable import TerminalUI

@Suite struct ClusterTableTests {
  @Test func aClusterKeepsItsNumberAndAFullTableTakesNoMore() {
    let table = ClusterTable(limit: 2)
    #expect(table.number(of: ["e", "\u{301}"]) == 0)
    #expect(table.number(of: ["a", "\u{301}"]) == 1)
    #expect(table.number(of: ["o", "\u{301}"]) == nil)
    #expect(table.number(of: ["e", "\u{301}"]) == 0)
    #expect(table.cluster(1) == ["a", "\u{301}"])
  }

  @Test func aCellIsSmall() { #expect(MemoryLayout<Cell>.stride == 16) }

  @Test(arguments: [Color.standard, .indexed(0), .indexed(255), .rgb(0, 0, 0), .rgb(1, 2, 3), .rgb(255, 255, 255)])
  func aStyleGivesItsColoursBack(_ color: Color) {
    let style = Style(foreground: color, background: color)
    #expect(style.foreground == color)
    #expect(style.background == color)
  }
}
