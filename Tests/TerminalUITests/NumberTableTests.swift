import Testing

@testable import TerminalUI

@Suite struct NumberTableTests {
  @Test func aValueKeepsItsNumberWithinAGeneration() {
    let table = NumberTable<[Unicode.Scalar]>(limit: 2, numbers: 0..<100)
    #expect(table.number(of: ["e", "\u{301}"]) == 0)
    #expect(table.number(of: ["a", "\u{301}"]) == 1)
    #expect(table.number(of: ["e", "\u{301}"]) == 0)
    #expect(table.value(1) == ["a", "\u{301}"])
    #expect(table.generation == 0)
  }

  @Test func aFullTableBeginsAnewAndForgetsTheGenerationBeforeTheLast() {
    let table = NumberTable<[Unicode.Scalar]>(limit: 2, numbers: 0..<100)
    for base in ["a", "e", "i", "o"] as [Unicode.Scalar] { _ = table.number(of: [base, "\u{301}"]) }
    #expect(table.generation == 1)
    #expect(table.value(0) == ["a", "\u{301}"])
    #expect(table.value(3) == ["o", "\u{301}"])
    #expect(table.number(of: ["u", "\u{301}"]) == 4)
    #expect(table.generation == 2)
    #expect(table.value(1) == nil)
    #expect(table.value(2) == ["i", "\u{301}"])
    #expect(table.number(of: ["a", "\u{301}"]) == 5)
  }

  @Test func noNumberIsUsedTwice() {
    let table = NumberTable<String>(limit: 2, numbers: 1..<4)
    #expect(table.isEmpty)
    #expect(["a", "b", "c", "d", "c"].map(table.number) == [1, 2, 3, nil, 3])
    #expect(table.value(0) == nil && table.value(4) == nil && !table.isEmpty)
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

  @Test func aCellIsSmall() {
    #expect(MemoryLayout<Cell>.stride == 16)
    // No bytes between its values, so that cells are compared as bytes.
    #expect(MemoryLayout<Cell>.size == 16)
  }

  @Test(arguments: [0, 1, 0xFFFF, 0x1_0000, CellNumbers.linkNumbers.upperBound - 1] as [UInt32])
  func aCellKeepsAllItHolds(_ link: UInt32) {
    for width in 0...2 as ClosedRange<UInt8> {
      for isRightToLeft in [false, true] {
        var cell = Cell(glyph: .ellipsis, width: width, style: .bold)
        cell.linkNumber = .max >> 11
        cell.isOfRightToLeftText = isRightToLeft
        cell.linkNumber = link
        #expect(cell.width == width && cell.isOfRightToLeftText == isRightToLeft && cell.linkNumber == link)
        #expect(cell.glyph == .ellipsis && cell.style == .bold)
      }
    }
  }

  @Test(arguments: [Color.standard, .indexed(0), .indexed(255), .rgb(0, 0, 0), .rgb(1, 2, 3), .rgb(255, 255, 255)])
  func aStyleGivesItsColoursBack(_ color: Color) {
    let style = Style(foreground: color, background: color)
    #expect(style.foreground == color)
    #expect(style.background == color)
  }
}
