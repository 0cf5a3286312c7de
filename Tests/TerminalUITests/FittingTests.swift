import Testing

@testable import TerminalUI

@Suite struct FittingTests {
  @Test(arguments: [
    ("hello", 5, "hello"), ("hello", 4, "hel…"), ("hello", 7, "hello  "), ("hello", 1, "…"), ("hello", 0, ""),
    ("漢字漢字", 5, "漢字…"), ("漢字漢字", 4, "漢 …"), ("ab👨‍👩‍👧c", 4, "ab …"),
  ])
  func aLineIsCutAtTheBordersOfClusters(_ text: String, _ width: Int, _ shown: String) {
    let line = CellLine(text).fitted(to: width)
    #expect(line.description == shown)
    #expect(line.width == width)
  }

  @Test func numbersStandAtTheRight() {
    #expect(CellLine("7").fitted(to: 3, alignment: .trailing).description == "  7")
  }

  @Test(arguments: [(20, "left side      right"), (12, "left … right"), (5, "right"), (3, "ri…"), (0, "")])
  func theLeftGivesWay(_ width: Int, _ shown: String) {
    #expect(CellLine.justified(CellLine("left side"), CellLine("right"), to: width).description == shown)
  }
}
