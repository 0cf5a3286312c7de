import Testing

@testable import TerminalUI

@Suite struct LinkTargetTests {
  @Test(arguments: [
    ("https://example.org/a?b=c;d&e#f", "https://example.org/a?b=c;d&e#f"), ("HTTP://A.example", "http://A.example"),
    ("Mailto:me@example.org", "mailto:me@example.org"), ("https://[::1]/%7E", "https://[::1]/%7E"),
    ("https://e.org/ü 漢", "https://e.org/%C3%BC%20%E6%BC%A2"),
    ("https://e.org/\"<>\\^`{|}", "https://e.org/%22%3C%3E%5C%5E%60%7B%7C%7D"),
  ])
  func anAddressIsEncoded(_ text: String, _ address: String) {
    #expect(LinkTarget(text)?.description == address)
  }

  @Test(arguments: [
    "", "javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "https:", "https://", "https:/e.org",
    "mailto:",
    " https://e.org", "\u{1B}]8;;https://e.org", "httpſ://e.org", "ｈttp://e.org", "ssh://e.org", "//e.org", "e.org",
  ])
  func nothingElseIsATarget(_ text: String) {
    #expect(LinkTarget(text) == nil)
  }

  @Test(arguments: [
    "\u{1B}", "\u{7}", "\u{1B}\\", "\u{9C}", "\u{9D}8;;", "\n", "\r\n", "\0", "\u{7F}", "\t", "\u{202E}", "\u{2028}",
    "\u{1B}]8;;https://evil.example\u{7}", "\u{1B}[2J", "\u{FFFE}", "👨‍👩‍👧", "\u{301}", " ",
  ])
  func nothingInItEndsTheSequence(_ part: String) throws {
    for text in ["https://\(part)", "https://e.org/\(part)", "mailto:\(part)x", "https://e.org/?\(part);a=b"] {
      let target = try #require(LinkTarget(text))
      #expect(target.description.utf8.allSatisfy { 0x21...0x7E ~= $0 })
      #expect(target.description.hasPrefix(text.prefix(5)))
      let sequence = LinkSequence.opening(target, number: 7)
      // One escape character begins it, the other ends it.
      #expect(sequence.count { $0 == 0x1B } == 2 && sequence.count { $0 == UInt8(ascii: "\\") } == 1)
      #expect(sequence.starts(with: "\u{1B}]8;id=7;".utf8) && sequence.suffix(2) == Array("\u{1B}\\".utf8)[...])
    }
  }

  @Test func itsLengthIsBounded() {
    let beginning = "https://e.org/"
    let room = LinkTarget.limit - beginning.utf8.count
    #expect(LinkTarget(beginning + String(repeating: "x", count: room)) != nil)
    #expect(LinkTarget(beginning + String(repeating: "x", count: room + 1)) == nil)
    #expect(LinkTarget(beginning + String(repeating: " ", count: room / 3 + 1)) == nil)
    #expect(LinkTarget(beginning + String(repeating: "\u{1B}", count: 1 << 20)) == nil)
  }
}

@Suite struct LinkedLineTests {
  private let one: LinkTarget
  private let two: LinkTarget

  init() throws {
    one = try #require(LinkTarget("https://one.example"))
    two = try #require(LinkTarget("https://two.example"))
  }

  /// The target of each column, as a digit.
  private func links(_ line: CellLine) -> String {
    String(line.cells.map { $0.link == one ? "1" : $0.link == two ? "2" : $0.link == nil ? "." : "?" })
  }

  private var line: CellLine {
    var line = CellLine("see ")
    line.append("one", link: one)
    line.append(", ")
    line.append("漢字", style: .bold, link: two)
    return line
  }

  @Test func itHasItsTargetsWhateverIsMadeOfIt() {
    #expect(links(line) == "....111..2222")
    #expect(links(CellLine("a\tb", link: one)) == "11111")
    #expect(links(CellLine("ab".prefix(1), link: two)) == "2")
    #expect(links(line.fitted(to: 16)) == "....111..2222...")
    #expect(links(line.fitted(to: 15, alignment: .trailing)) == "......111..2222")
    #expect(links(line.truncated(to: 5)) == "....1")
    #expect(links(line.truncated(to: 12)) == "....111..222")
    #expect(links(line.truncated(to: 11)) == "....111...2")
    #expect(links(line.overlaid(with: .bold)) == links(line))
    #expect(links(line.unified(in: .reverse)) == links(line))
    #expect(links(line.selected(in: .reverse)) == links(line))
    #expect(links(line.selected(in: Style(background: .blue))) == links(line))
    #expect(links(.justified(line, CellLine("x", link: one), to: 16)) == "....111..2222..1")
    var both = line
    both.append(line)
    both.append(CellLine("plain"), fittedTo: 6, alignment: .trailing, style: .plain)
    #expect(links(both) == links(line) + links(line) + "......")
  }

  @Test func itIsWrappedWithItsTargets() {
    #expect(line.wrapped(to: 5).map(links) == ["...", "111.", "2222"])
    #expect(line.wrapped(to: 2).map(links) == ["..", ".", "11", "1.", "22", "22"])
    #expect(CellLine("abcdefgh", link: one).wrapped(to: 3).map(links) == ["111", "111", "11"])
  }

  @Test func whatIsWrittenOverItIsNoLink() {
    var over = line
    over.overwrite(from: 5, with: CellLine("x"))
    #expect(links(over) == "....1.1..2222")
    over.overwrite(from: 0, with: CellLine("yy", link: two))
    #expect(links(over) == "22..1.1..2222")
    over.overwrite(from: 10, with: CellLine("x"))
    #expect(links(over) == "22..1.1....22")
  }

  @Test func columnsAreLinkedByWholeGlyphs() {
    var line = CellLine("a漢字b")
    line.link(2..<4, to: one)
    #expect(links(line) == "...11.")
    line.link(5..<99, to: two)
    #expect(links(line) == "...112")
    line.link(-3..<1, to: two)
    #expect(links(line) == "2..112")
    line.link(4..<5, to: nil)
    #expect(links(line) == "2..112")
    line.link(3..<4, to: nil)
    #expect(links(line) == "2....2")
    line.link(2..<3, to: one)
    line.link(9..<12, to: one)
    line.link(3..<3, to: one)
    #expect(links(line) == "2....2")
    var empty = CellLine()
    empty.link(0..<1, to: one)
    #expect(empty == CellLine())
  }

  @Test func linesOfOtherTargetsDiffer() {
    #expect(CellLine("x", link: one) == CellLine("x", link: one))
    #expect(CellLine("x", link: one) != CellLine("x", link: two))
    #expect(CellLine("x", link: one) != CellLine("x"))
  }
}

@Suite struct LinkedFrameTests {
  private func target(_ number: Int) throws -> LinkTarget { try #require(LinkTarget("https://e.org/\(number)")) }

  @Test func linksAreClippedAndCovered() throws {
    var canvas = Canvas(size: Size(width: 8, height: 2))
    canvas.draw(CellLine("漢字漢字", link: try target(1)), at: Point(x: -1, y: 0))
    canvas.draw(CellLine("漢字漢字", link: try target(2)), at: Point(x: 1, y: 1))
    canvas.draw(CellLine("xx"), at: Point(x: 2, y: 1))
    let links = canvas.buffer.links
    #expect(links.map(\.text) == ["字漢字", "漢"])
    #expect(links.map(\.columns) == [1..<7, 5..<7])
    #expect(try links.map(\.target) == [target(1), target(2)])
    canvas.fill(canvas.bounds)
    #expect(canvas.buffer.links.isEmpty)
  }

  @Test func aFrameHasAnyNumberOfThem() throws {
    var canvas = Canvas(size: Size(width: 3, height: 1_000))
    for row in 0..<1_000 { canvas.draw(CellLine("\(row)", link: try target(row)), at: Point(x: 0, y: row)) }
    #expect(try canvas.buffer.links.map(\.target) == (0..<1_000).map(target))
    #expect(canvas.buffer.links.map(\.row) == Array(0..<1_000))
  }

  @Test func anotherTargetOfTheSameTextIsPainted() throws {
    func picture(_ number: Int?) throws -> CellBuffer {
      var canvas = Canvas(size: Size(width: 9, height: 3))
      canvas.draw(CellLine("same", link: try number.map(target)), at: Point(x: 2, y: 1))
      return canvas.buffer
    }
    for (old, new) in [(1, 2), (1, nil), (nil, 1)] as [(Int?, Int?)] {
      let frame = Frame(try picture(new), since: try picture(old))
      #expect(frame.runs == [CellRun(row: 1, columns: 2..<6)])
      #expect(try frame.buffer.applied(frame.runs, to: picture(old)) == frame.buffer)
    }
    #expect(try Frame(picture(1), since: picture(1)).runs.isEmpty)
  }

  @MainActor
  @Test func aScreenInMemoryTellsItsLinks() throws {
    let screen = MemoryScreen(size: Size(width: 6, height: 3))
    var canvas = Canvas(size: screen.size)
    for (row, line) in CellLine("a long address", link: try target(1)).wrapped(to: 6).enumerated() {
      canvas.draw(line, at: Point(x: 0, y: row))
    }
    try screen.present(Frame(canvas.buffer))
    #expect(screen.links.map(\.text) == ["a long", "addres", "s"])
    #expect(try Set(screen.links.map(\.target)) == [target(1)])
    #expect(try screen.buffer[0, 0].link == target(1))
    #expect(screen.buffer[5, 2].link == nil)
  }

  /// A table that is full forgets, but never mistakes one target for another.
  @Test func aForgottenLinkIsNone() throws {
    let table = NumberTable<LinkTarget>(limit: 2, numbers: CellNumbers.linkNumbers)
    let numbers = try (0..<6).map { table.number(of: try target($0)) }
    #expect(numbers == [1, 2, 3, 4, 5, 6])
    #expect(try (1...6).map { table.value($0) } == [nil, nil] + (2..<6).map(target))
  }
}

@Suite struct LinkedTerminalTests {
  @Test(
    arguments: [
      ["TERM": "xterm-kitty"], ["TERM": "foot-extra"], ["TERM": "alacritty"], ["TERM": "xterm-ghostty"],
      ["TERM": "xterm-256color", "VTE_VERSION": "7006"], ["TERM": "xterm-256color", "KONSOLE_VERSION": "230801"],
      ["TERM": "xterm-256color", "WT_SESSION": "x"], ["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"],
      ["TERM": "xterm-256color", "TERM_PROGRAM": "vscode"], ["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"],
      ["TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.4"],
      ["TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.5a"],
      ["TERM": "tmux", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "next-3.6"],
      ["TERM": "xterm-256color", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "4.0", "VTE_VERSION": "1"],
    ] as [[String: String]])
  func terminalsThatKnowLinksAreKnown(_ environment: [String: String]) {
    #expect(LinkRule.automatic.applies(in: environment))
    #expect(!LinkRule.never.applies(in: environment))
  }

  @Test(
    arguments: [
      [:], ["TERM": "xterm-256color"], ["TERM": "linux", "VTE_VERSION": "7006"], ["TERM": "dumb", "WT_SESSION": "x"],
      ["TERM": "screen-256color", "VTE_VERSION": "7006"], ["TERM": "screen", "KITTY_WINDOW_ID": "1"],
      ["TERM": "screen", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.4"],
      ["TERM": "xterm", "VTE_VERSION": "5000"], ["TERM": "xterm", "VTE_VERSION": "x"],
      ["TERM": "xterm", "VTE_VERSION": ""],
      ["TERM": "xterm", "KONSOLE_VERSION": "200400"], ["TERM": "xterm", "WT_SESSION": ""],
      ["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], ["TERM": "tmux-256color", "VTE_VERSION": "7006"],
      ["TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.3a"],
      ["TERM": "alacritty", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.3a"],
      ["TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "master"],
      ["TERM": "eterm-color", "VTE_VERSION": "7006"],
    ] as [[String: String]])
  func othersAreSentNone(_ environment: [String: String]) {
    #expect(!LinkRule.automatic.applies(in: environment))
    #expect(LinkRule.always.applies(in: environment))
  }
}
