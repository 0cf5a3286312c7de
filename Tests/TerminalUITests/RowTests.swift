import Testing

@testable import TerminalUI

@Suite struct RowTests {
  private func drawn(_ level: Int, _ children: RowIndent.Children, width: Int = 30) -> String {
    "\(RowIndent(level: level, children: children).line(in: width))|"
  }

  @Test func rowsStandBelowWhatTheyBelongTo() {
    #expect(drawn(0, .shown) == "- |")
    #expect(drawn(1, .none) == "    |")
    #expect(drawn(1, .hidden) == "  + |")
    #expect(drawn(3, .none) == "        |")
  }

  @Test func deepRowsKeepTwoThirds() {
    #expect(drawn(50, .hidden) == "        + |")
    #expect(drawn(50, .hidden, width: 9) == " + |")
    #expect(drawn(50, .hidden, width: 0) == "+ |")
    #expect(RowIndent(level: 50).width(in: 30) == 10)
  }

  @Test func thePressFindsTheMark() {
    let indent = RowIndent(level: 2, children: .hidden)
    #expect((0..<8).filter { indent.hasMark(at: $0, in: 40) } == [4])
    #expect(!RowIndent(level: 2).hasMark(at: 4, in: 40))
  }

  @Test func matchesAreFoundFromAnyPlace() {
    let matches = MatchPlaces([2, 5, 9])
    #expect(matches.section(in: 3..<10) == [5, 9])
    #expect(matches.section(in: 0..<2).isEmpty)
    #expect([0, 2, 5, 9, 20].map { matches.next(after: $0) } == [2, 5, 9, 2, 2])
    #expect([0, 2, 5, 9, 20].map { matches.previous(before: $0) } == [9, 9, 2, 5, 9])
    #expect(matches.text(at: 5) == "2 of 3")
    #expect(matches.text(at: 6) == "3")
    #expect(matches.text(at: nil) == "3")
    #expect(MatchPlaces().next(after: 0) == nil)
  }
}
