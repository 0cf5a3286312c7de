import Testing

@testable import TerminalUI

@Suite struct WrappingTests {
  @Test(arguments: [
    ("one two three", 20, ["one two three"]), ("one two three", 8, ["one two", "three"]),
    ("one  two", 4, ["one", "two"]), ("abcdefgh", 3, ["abc", "def", "gh"]), ("", 5, [""]), ("   ", 2, [""]),
    ("漢字漢字", 5, ["漢字", "漢字"]), ("漢字漢字", 3, ["漢", "字", "漢", "字"]), ("ab漢字", 3, ["ab", "漢", "字"]),
    ("a 漢字b c", 5, ["a 漢", "字b c"]), ("👨‍👩‍👧👨‍👩‍👧", 2, ["👨‍👩‍👧", "👨‍👩‍👧"]), ("  two words", 8, ["  two", "words"]),
    ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]),
  ])
  func aLineIsBrokenWhereItMayBe(_ text: String, _ width: Int, _ lines: [String]) {
    #expect(CellLine(text).wrapped(to: width).map(\.description) == lines)
  }

  @Test(arguments: 2...12) func noLineIsTooWideAndNothingButSpacesIsLost(_ width: Int) {
    let text = "Räume  für 漢字 und 👩‍💻 ohne\u{200B}Ende, Donaudampfschifffahrt\tx 🇩🇪🇫🇷 fin"
    let lines = CellLine(text).wrapped(to: width)
    #expect(lines.allSatisfy { $0.width <= width })
    #expect(lines.map(\.description).joined().filter { $0 != " " } == CellLine(text).description.filter { $0 != " " })
  }

  @Test func lineBreaksOfTheTextStay() {
    let lines = CellLine.paragraphs("first line\r\n\nlast\n", width: 6)
    #expect(lines.map(\.description) == ["first", "line", "", "last", ""])
  }
}
