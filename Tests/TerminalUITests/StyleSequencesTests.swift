import Testing

@testable import TerminalUI

/// The bytes of a frame without what changes nothing.
@Suite struct StyleSequencesTests {
  private func trimmed(_ text: String) -> String {
    String(decoding: StyleSequences.trimmed(Array(text.utf8)), as: UTF8.self)
  }

  @Test func lettersAreNotSaidToBeNoLineDrawing() {
    #expect(trimmed("\u{1B}[4da\u{1B}(B\u{1B}[mb") == "\u{1B}[4da\u{1B}[mb")
  }

  @Test func coloursBeforeAResetAreLeftOut() {
    #expect(trimmed("a\u{1B}[39;49m\u{1B}(B\u{1B}[mb") == "a\u{1B}[mb")
    #expect(trimmed("a\u{1B}[39m\u{1B}[1m\u{1B}[0;2mb") == "a\u{1B}[0;2mb")
  }

  @Test func coloursAfterAResetStay() {
    #expect(trimmed("a\u{1B}[0;1m\u{1B}[31mb") == "a\u{1B}[0;1m\u{1B}[31mb")
    #expect(trimmed("\u{1B}[36m\u{1B}[48;5;237m x") == "\u{1B}[36m\u{1B}[48;5;237m x")
  }

  @Test(arguments: ["x", "\u{1B}[K", "\u{1B}[15X", "\u{1B}[2J", "\n"])
  func coloursThatSomethingIsWrittenInStay(_ other: String) {
    #expect(trimmed("\u{1B}[44m\(other)\u{1B}[m") == "\u{1B}[44m\(other)\u{1B}[m")
  }

  @Test(arguments: [
    "", "é ○", "\u{1B}", "\u{1B}[", "\u{1B}[3", "\u{1B}(", "\u{1B}[?25l", "\u{1B}]8;;\u{1B}\\", "\u{1B}[10m",
  ])
  func everythingElseStays(_ text: String) {
    #expect(trimmed(text) == text)
  }
}
