import Foundation
import Testing

extension TerminalPromises {
  /// Links of the details are links of the terminal, and never others than the text says.
  @Suite("Hyperlinks", .takesTurns)
  struct HyperlinkTests {
    private static let notes = """
      Plans: https://example.org/plans?a=b;c and mail mailto:ada@example.org.
      Far: http://example.org/\(String(repeating: "long/", count: 40))end
      Hostile: https://example.org/\u{1b}]8;;file:///etc/passwd\u{7}x javascript://x file:///etc/passwd
      No ASCII: https://example.org/漢字
      """

    private func open(_ rule: String, _ environment: [String: String] = [:]) async throws -> PseudoTerminal {
      let directory = try TemporaryDirectory()
      try directory.configure("hyperlinks = \"\(rule)\"\ncursor = \"item\"\n")
      let docket = DocketProcess(in: directory)
      try await docket.run("add", "--literal", "Without")
      try await docket.run("add", "--literal", "--notes", Self.notes, "--", "See http://example.org/title")
      let terminal = try await Probe.docket(columns: 80, rows: 40, environment: environment, in: directory)
      try await terminal.waitFor("No ASCII")
      try await terminal.waitForRest()
      return terminal
    }

    /// The linked text by its address; the parts of one that is wrapped are joined.
    private func links(_ terminal: PseudoTerminal) -> [String: String] {
      var links: [String: String] = [:]
      for cell in terminal.screen.cells.joined() where !cell.link.isEmpty { links[cell.link, default: ""] += cell.text }
      return links
    }

    @Test func areThoseOfTheTextAndNothingElse() async throws {
      let terminal = try await open("always")
      let far = "http://example.org/" + String(repeating: "long/", count: 40) + "end"
      #expect(
        links(terminal) == [
          "http://example.org/title": "http://example.org/title",
          "https://example.org/plans?a=b;c": "https://example.org/plans?a=b;c",
          "mailto:ada@example.org": "mailto:ada@example.org", far: far, "https://example.org/": "https://example.org/",
          "https://example.org/%E6%BC%A2%E5%AD%97": "https://example.org/漢字",
        ])
      #expect(terminal.screen.violations.isEmpty)
    }

    @Test func goWithTheirItemAndComeBackWithIt() async throws {
      let terminal = try await open("always")
      let before = links(terminal)
      try await terminal.send("j")
      try await terminal.waitUntil { !$0.text.contains("No ASCII") }
      try await terminal.waitForRest()
      #expect(links(terminal).isEmpty)
      try await terminal.send("k")
      try await terminal.waitFor("No ASCII")
      try await terminal.waitForRest()
      #expect(links(terminal) == before && !before.isEmpty)
      // Below a box there is none of them.
      try await terminal.send("?")
      try await terminal.waitFor("Esc close")
      try await terminal.waitForRest()
      #expect(links(terminal).isEmpty)
      try await terminal.send("qq")
      #expect(await terminal.ending().ending == .exited(0))
      #expect(terminal.screen.violations.isEmpty)
    }

    @Test(arguments: [
      ("auto", [:], false), ("auto", ["VTE_VERSION": "7200"], true), ("auto", ["TERM_PROGRAM": "WezTerm"], true),
      ("never", ["VTE_VERSION": "7200"], false),
    ])
    func areSentToTerminalsThatAreKnownForThem(
      _ rule: String, _ environment: [String: String], _ areSent: Bool
    ) async throws {
      let terminal = try await open(rule, environment)
      #expect(links(terminal).isEmpty != areSent)
      #expect(terminal.screen.violations.isEmpty)
    }
  }
}
