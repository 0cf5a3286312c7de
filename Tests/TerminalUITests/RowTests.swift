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

@Suite struct MotionTests {
  @Test func pagesShareARowAndTheEndsAreAsFarAsNumbersReach() {
    let motions: [Motion] = [
      .rows(-3), .pages(1), .pages(-2), .halfPages(1), .top, .bottom, .pages(.max), .pages(.min),
    ]
    #expect(motions.map { $0.rowsDown(height: 10) } == [-3, 9, -18, 5, .min, .max, .max, .min])
    #expect(motions.prefix(4).map { $0.rowsDown(height: 0) } == [-3, 1, -2, 1])
  }

  @Test func keysMoveInListsAndBesideATextButNotWithModifiers() {
    let keys: [Key] = ["Up", "Down", "PgUp", "PgDn", "Home", "End", "^p", "^n", "S-Up", "C-Down", "j"]
    let motions: [Motion?] = [.rows(-1), .rows(1), .pages(-1), .pages(1)]
    #expect(keys.map { Motion($0) } == motions + [.top, .bottom, nil, nil, nil, nil, nil])
    #expect(keys.map { Motion(besideText: $0) } == motions + [nil, nil, .rows(-1), .rows(1), nil, nil, nil])
  }
}
