import Foundation
import Testing

extension TerminalPromises {
  @Suite("Terminals that cannot show a full screen are refused in one line", .takesTurns)
  struct RefusesUnsuitableTerminalsTests {
    @Test(arguments: [nil, "", "dumb", "unknown-terminal", "\u{1B}[2Jx"] as [String?])
    func oneLineAndNoEscape(_ type: String?) async throws {
      let terminal = try PseudoTerminal([DocketProcess.binary, "--preview"], type: type)
      #expect(await terminal.ending().ending == .exited(78))
      let screen = try await terminal.waitFor("docket: ")
      #expect(!terminal.recentText.contains("\u{1B}"))
      #expect(screen.text.replacing("\n", with: " ").contains("TERM") || screen.text.contains("full screen"))
      #expect(terminal.recentText.filter { $0 == "\r\n" }.count == 1)
      #expect(terminal.hasModesOfBefore)
    }

    /// What, where, what to do: the variable is where.
    @Test(
      arguments: [
        (nil, "the terminal type is unknown: TERM"),
        ("dumb", "the terminal “dumb” cannot show a full screen: TERM"),
        ("unknown-terminal", "the terminal “unknown-terminal” cannot show a full screen: TERM"),
      ] as [(String?, String)])
    func theLineSaysWhere(_ type: String?, _ words: String) async throws {
      let terminal = try PseudoTerminal([DocketProcess.binary, "--preview"], columns: 200, type: type)
      #expect(await terminal.ending().ending == .exited(78))
      let screen = try await terminal.waitFor("docket: ")
      #expect(
        screen.lines[0] == "docket: \(words): use a command such as 'docket list', or set TERM in a terminal")
    }

    @Test func theCommandsStillWork() async throws {
      let terminal = try PseudoTerminal([DocketProcess.binary, "list", "--preview", "--count"], type: "dumb")
      #expect(await terminal.ending().ending == .exited(0))
      #expect(terminal.screen.lines[0] == "24")
    }
  }
}

extension TerminalPromises {
  @Suite("Standard streams that are not a terminal are refused in one line", .takesTurns)
  struct RefusesOtherStreamsTests {
    @Test(arguments: ["</dev/null", "<&-", ">/dev/null", ">/dev/full", ">&-", "| cat", "</dev/null | cat"])
    func aMessageAndNoEscape(_ redirection: String) async throws {
      let terminal = try PseudoTerminal(
        ["/bin/bash", "-c", "\"$0\" --preview \(redirection); echo status ${PIPESTATUS[0]}", DocketProcess.binary])
      let screen = try await terminal.waitFor("status 78")
      #expect(screen.text.contains("standard input and output must be a terminal"))
      #expect(!terminal.recentText.contains("\u{1B}"))
      #expect(terminal.hasModesOfBefore)
    }
  }
}
