import Testing

@testable import TerminalUI

@Suite struct ClusterTableTests {
  @Test func aClusterKeepsItsNumberWithinAGeneration() {
    let table = ClusterTable(limit: 2)
    #expect(table.number(of: ["e", "\u{301}"]) == 0)
    #expect(table.number(of: ["a", "\u{301}"]) == 1)
    #expect(table.number(of: ["e", "\u{301}"]) == 0)
    #expect(table.cluster(1) == ["a", "\u{301}"])
    #expect(table.generation == 0)
  }

  @Test func aFullTableBeginsAnewAndForgetsTheGenerationBeforeTheLast() {
    let table = ClusterTable(limit: 2)
    for base in ["a", "e", "i", "o"] as [Unicode.Scalar] { _ = table.number(of: [base, "\u{301}"]) }
    #expect(table.generation == 1)
    #expect(table.cluster(0) == ["a", "\u{301}"])
    #expect(table.cluster(3) == ["o", "\u{301}"])
    #expect(table.number(of: ["u", "\u{301}"]) == 4)
    #expect(table.generation == 2)
    #expect(table.cluster(1) == ["\u{FFFD}"])
    #expect(table.cluster(2) == ["i", "\u{301}"])
    #expect(table.number(of: ["a", "\u{301}"]) == 5)
  }

  @MainActor
  @Test func aRowIsDrawnAgainInEachGeneration() {
    let row = CachedRow {}
    var count = 0
    for generation in [0, 0, 1, 1, 2] {
      _ = row.line(width: 5, generation: generation) {
        count += 1
        return CellLine("x")
      }
    }
    #expect(count == 3)
  }

  @Test func aCellIsSmall() { #expect(MemoryLayout<Cell>.stride == 16) }

  @Test(arguments: [Color.standard, .indexed(0), .indexed(255), .rgb(0, 0, 0), .rgb(1, 2, 3), .rgb(255, 255, 255)])
  func aStyleGivesItsColoursBack(_ color: Color) {
    let style = Style(foreground: color, background: color)
    #expect(style.foreground == color)
    #expect(style.background == color)
  }
}
