import Foundation
import Testing

@Suite("Promise 23: standard streams that are no terminal", .takesTurns)
struct Promise23Tests {
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
