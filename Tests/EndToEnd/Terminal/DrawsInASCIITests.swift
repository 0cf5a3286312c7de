import Foundation
import Testing

extension TerminalPromises {
  @Suite("A locale without UTF-8 gets ASCII in the same columns", .takesTurns)
  struct DrawsInASCIITests {
    static let title = "Größe 漢字 🍅 “x”"

    /// The list in locale C.
    private static func list(in directory: TemporaryDirectory) async throws -> PseudoTerminal {
      try await Probe.docket(environment: ["LC_ALL": "C"], in: directory)
    }

    @Test func everythingDrawnIsASCIIInTheSameColumns() async throws {
      let directory = try TemporaryDirectory()
      try await DocketProcess(in: directory).run("add", Self.title)
      let terminal = try await Self.list(in: directory)
      let screen = try await terminal.waitFor("of 1")
      #expect(terminal.recentText.utf8.allSatisfy { $0 < 0x80 })
      #expect(screen.lines[1].hasPrefix(" >o    Gr??e ? ?  ?  \"x\""))
      #expect(screen.lines[0].hasPrefix(" docket . all"))
      let wide = try await Probe.docket(in: directory)
      let same = try await wide.waitFor("of 1")
      #expect(same.lines[1].hasPrefix(" ▌○    \(Self.title)"))
      // The date after the title is in the same columns as with UTF-8.
      #expect(screen.cells[1].suffix(10).map(\.text) == same.cells[1].suffix(10).map(\.text))
      #expect(screen.violations.isEmpty)
    }

    @Test func whatIsStoredAndTypedStaysUTF8() async throws {
      let directory = try TemporaryDirectory()
      try await DocketProcess(in: directory).run("add", Self.title)
      let terminal = try await Self.list(in: directory)
      try await terminal.waitFor("of 1")
      try await terminal.send("t")
      try await terminal.waitFor("saved +")
      try await terminal.send("e")
      try await terminal.waitFor("edit:")
      try await terminal.send(" übrig\r")
      try await terminal.waitUntil { $0.text.contains("?brig") && $0.text.contains("saved +") }
      #expect(terminal.recentText.utf8.allSatisfy { $0 < 0x80 })
      let hex = try await SQLiteShell.run("select hex(title) from Item", on: directory.file("store.sqlite"))
      #expect(hex == "\(Self.title) übrig".utf8.map { String($0, radix: 16, uppercase: true) }.joined())
    }
  }

  /// As over ssh, which sends the names of locales to a machine without them.
  @Suite("A locale that names UTF-8 and is not there gets UTF-8", .takesTurns)
  struct DrawsInUTF8Tests {
    @Test(arguments: [
      ["LC_TIME": "xx_XX.UTF-8", "LC_MESSAGES": "xx_XX"], ["LC_CTYPE": "UTF-8"], ["LANG": "xx_XX.utf8"],
    ])
    func whicheverVariableNamesIt(environment: [String: String]) async throws {
      let directory = try TemporaryDirectory()
      try await DocketProcess(in: directory).run("add", DrawsInASCIITests.title)
      let terminal = try await Probe.docket(environment: environment, in: directory)
      #expect(try await terminal.waitFor("of 1").lines[1].hasPrefix(" ▌○    \(DrawsInASCIITests.title)"))
    }
  }
}
