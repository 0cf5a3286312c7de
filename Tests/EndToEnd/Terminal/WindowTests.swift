import Foundation
import Testing

/// Unusual windows and terminals.
@Suite(.takesTurns) struct WindowTests {
  @Test func aWindowOfAllTheSizeThatCanBeToldFillsNoMemory() async throws {
    let terminal = try PseudoTerminal(
      ["/bin/bash", "-c", "stty cols 65535 rows 65535; exec \(Probe.binary)"], columns: 60, rows: 12)
    try await terminal.waitFor("probe 4096x256")
    #expect(ProcessTable.residentBytes(of: terminal.process.identifier) < 512 << 20)
    try await terminal.send("q")
    #expect(await terminal.ending().ending == .exited(0))
  }

  @Test(arguments: ["xterm-256color", "tmux-256color"])
  func theWindowIsCalledDocketAndGetsItsTitleBack(_ type: String) async throws {
    let terminal = try await Probe.docket(type: type)
    #expect(terminal.screen.title == "docket")
    try await terminal.send("q")
    #expect(await terminal.ending().ending == .exited(0))
    #expect(terminal.screen.title == "shell" && terminal.screen.titles.isEmpty)
    #expect(terminal.screen.violations.isEmpty)
  }

  @Test(arguments: [("linux", true), ("vt100", true), ("screen", true), ("xterm-256color", false)])
  func theTitleStaysWhereItCouldNotBeTakenBackOrIsNotWanted(_ type: String, _ isWanted: Bool) async throws {
    let directory = try TemporaryDirectory()
    try directory.configure("window-title = \(isWanted)\n")
    let terminal = try await Probe.docket(type: type, in: directory)
    #expect(terminal.screen.title == "shell")
  }

  /// A terminal of eight colours has 64 pairs; with more colours in use, curses reuses their numbers.
  @Test func morePairsOfColoursThanThereAreStayWhatTheyAre() async throws {
    let terminal = try PseudoTerminal(
      [Probe.binary, "--inert", "--pairs"], columns: 60, rows: 12, type: "xterm")
    for page in 0..<27 {
      try await terminal.waitFor("probe 60x12, \(page) events")
      let screen = try await terminal.waitUntil { $0.lines[11].hasPrefix("page \(page % 9)") }
      for color in 0..<8 {
        let style = screen.cells[11][10 + color].style
        #expect(style == (page % 9 == 8 ? "" : "bg\(page % 9) ") + "fg\(color)", "page \(page)")
      }
      try await terminal.send("k")
    }
  }

  /// Text without a pair keeps its colour on the terminal's own background, until there are fewer pairs again.
  @Test func morePairsInOneFrameThanThereAreCanBeReadAndTheRestIsAsItShouldBe() async throws {
    let terminal = try PseudoTerminal(
      [Probe.binary, "--inert", "--all-pairs"], columns: 60, rows: 12, type: "xterm")
    for count in 0..<4 {
      let grounds = count % 2 == 0 ? 9 : 4
      let screen = try await terminal.waitUntil {
        $0.text.contains("60x12, \(count) events") && ($0.lines[10].hasPrefix("8x") == (grounds == 9))
      }
      var exact = 0
      for (ground, color) in (0..<grounds).flatMap({ ground in (0..<9).map { (ground, $0) } }) {
        let (behind, letter) = (ground == 8 ? "" : "bg\(ground)", color == 8 ? "" : "fg\(color)")
        let style = screen.cells[2 + ground][1 + color].style
        if style == [behind, letter].filter({ !$0.isEmpty }).joined(separator: " ") { exact += 1 }
        #expect(style.isEmpty || style.hasSuffix(letter), "\(count): \(ground) \(color): \(style)")
      }
      #expect(exact >= min(64, grounds * 9), "\(count)")
      try await terminal.send("k")
    }
  }

  /// Curses takes plain text together with its style only if its pair is one of the first 256.
  @Test func hundredsOfPairsInOneFrameAreTheColoursThatTheyAre() async throws {
    let terminal = try PseudoTerminal([Probe.binary, "--inert", "--400-pairs"], columns: 60, rows: 24)
    let screen = try await terminal.waitUntil { $0.text.contains("60x24, 0 events") && $0.lines[21].hasPrefix("9x") }
    for (ground, color) in (0..<20).flatMap({ ground in (0..<20).map { (ground, $0) } }) {
      let wanted = [ground == 8 ? "" : "bg\(ground)", color == 8 ? "" : "fg\(color)"].filter { !$0.isEmpty }
      #expect(screen.cells[2 + ground][1 + color].style == wanted.joined(separator: " "), "\(ground) \(color)")
    }
  }

  @Test(arguments: [true, false]) func framesAreBracketedWhereTheDescriptionSaysSo(_ knows: Bool) async throws {
    let directory = try TemporaryDirectory()
    let type = "probe-\(knows ? "sync" : "plain")"
    let sync = knows ? "\tSync=\\E[?2026%?%p1%{1}%-%tl%eh%;,\n" : ""
    try directory.write(Array("\(type)|for a test,\n\tuse=xterm-256color,\n\(sync)".utf8), to: "description")
    let terminal = try PseudoTerminal(
      [
        "/bin/bash", "-c",
        "tic -x -o \(directory.file("terminfo")) \(directory.file("description")) && exec \(Probe.binary)",
      ],
      columns: 60, rows: 70, type: type, environment: ["TERMINFO": directory.file("terminfo")], in: directory)
    try await terminal.waitFor("probe 60x70")
    for _ in 0..<69 { try await terminal.send("w") }
    try await terminal.waitFor("probe 60x70, 69 events")
    terminal.resize(columns: 50, rows: 70)
    try await terminal.waitFor("probe 50x70, 70 events")
    try await terminal.waitForSilence()
    let text = terminal.recentText
    let (begins, ends) = (text.ranges(of: "\u{1B}[?2026h").count, text.ranges(of: "\u{1B}[?2026l").count)
    #expect(begins == ends && (begins > 0) == knows)
    // A frame is bracketed as a whole, and only where it is large: the first and those of the new size, not those of keys.
    #expect(begins <= 4)
    #expect(terminal.screen.violations.isEmpty)
  }
}
