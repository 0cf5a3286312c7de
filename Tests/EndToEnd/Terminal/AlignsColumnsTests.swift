import Foundation
import TerminalUI
import Testing

extension TerminalPromises {
  @Suite("Columns are aligned", .takesTurns)
  struct AlignsColumnsTests {
    private static let width = 100
    /// After each title, so that its end can be found.
    private static let end: Character = "|"

    /// A directory whose configuration shows a title and a date in each row.
    private static func directory() throws -> TemporaryDirectory {
      let directory = try TemporaryDirectory()
      try directory.configure("columns = [\"title\", \"updated\"]\nheadings = \"never\"\npanes = \"closed\"\n")
      return directory
    }

    /// The corpus in the list, measured by tmux.
    @Test func ofTheWholeCorpusInTheListInTmux() async throws {
      // A full stop after the mark, because the last cell of a text from right to left holds another mark of ours.
      let titles = HardStrings.all.map { "\($0)\(Self.end)." }
      try #require(titles.count >= 200)
      let directory = try Self.directory()
      try await ListedTitles.write(titles, in: directory)
      let list = try await ListTerminal(in: directory, columns: Self.width, rows: titles.count + 2)
      try await list.waitFor("of \(titles.count)")
      let columns = try await list.terminal.columns(of: Self.end, inRows: 1..<titles.count + 1)
      try #require(columns.count == titles.count)
      for (title, found) in zip(titles, columns) {
        // A tab reaches to a column of the title, wherever that begins.
        let end = CellLine(title).width
        let comment = Comment(rawValue: "\(title.unicodeScalars.map { String($0.value, radix: 16) })")
        #expect(found.character == end, comment)
        // The date, and a blank.
        #expect(found.end == Self.width - 1, comment)
      }
    }

    static let clusters = [
      "👨‍👩‍👧‍👦", "👍🏽", "🏳️‍🌈", "🇩🇪🇫🇷", "❤️", "1️⃣", "👩🏽‍🚀", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🧑🏻‍🤝‍🧑🏿", "☎️☎", "👁️‍🗨️",
    ]

    /// A terminal that draws each part of an emoji, and one that knows them, show the rest in the same columns.
    @Test func aroundEmojiOfSeveralScalarsWhateverATerminalMakesOfThem() async throws {
      let directory = try Self.directory()
      try await ListedTitles.write(Self.clusters.map { "a\($0)b\($0)\(Self.end)" } + ["plain"], in: directory)
      let parts = try await Probe.docket(rows: 16, in: directory)
      let whole = try await Probe.docket(rows: 16, joinsClusters: true, in: directory)
      // Over each row and back: it is painted again, with and without the mark of the selection.
      for terminal in [parts, whole] {
        try await terminal.waitFor("of 12")
        for _ in Self.clusters { try await terminal.send("j") }
        try await terminal.waitFor("▌plain")
        for _ in Self.clusters { try await terminal.send("k") }
        try await terminal.waitFor("▌a")
        try await terminal.waitForSilence()
        #expect(terminal.screen.violations.isEmpty)
      }
      for (index, cluster) in Self.clusters.enumerated() {
        let cells = whole.screen.cells[index + 1]
        let width = TerminalText.width(of: cluster)
        #expect(cells.map(\.text).joined().contains("a\(cluster)b\(cluster)\(Self.end)"))
        for cells in [cells, parts.screen.cells[index + 1]] {
          #expect(cells[2].text == "a" && cells[3 + width].text == "b", "\(cluster)")
          #expect(cells[4 + 2 * width].text == String(Self.end), "\(cluster)")
          #expect(cells.suffix(11).map(\.text).joined() == "2002-01-01 ", "\(cluster)")
        }
      }
    }

    /// Both widths, if the program is told.
    @Test func ofAmbiguousWidthAsConfigured() async throws {
      let directory = try Self.directory()
      let titles = ["Größe|", "Привет мир|", "→ “x” ± ½ ①|", "Ω漢Ω|", "plain|", String(repeating: "Ж", count: 60)]
      try await ListedTitles.write(titles, in: directory)
      let terminal = try await Probe.docket(
        environment: [AmbiguousWidth.variable: "wide"], ambiguousWidth: .wide, in: directory)
      let screen = try await terminal.waitFor("of 6")
      #expect(screen.lines[0].hasPrefix(" docket"))
      for (index, title) in titles.prefix(5).enumerated() {
        #expect(screen.lines[index + 1].contains(title.dropFirst(index == 0 ? 1 : 0)))
        #expect(screen.cells[index + 1].suffix(11).map(\.text).joined() == "2002-01-01 ")
      }
      #expect(screen.lines[6].contains("ЖЖЖ~") || screen.lines[6].contains("ЖЖЖ ~"))
      #expect(screen.cells[6].suffix(11).map(\.text).joined() == "2002-01-01 ")
      #expect(screen.violations.isEmpty)
    }

    /// In a terminal that reorders letters, a digit after Hebrew would otherwise be drawn before it.
    @Test func whatFollowsATextFromRightToLeftIsKeptOutOfIt() async throws {
      let directory = try Self.directory()
      try await ListedTitles.write(["שלום", "שלום 12", "abc مرحبا", "plain", "a\u{202E}b"], in: directory)
      let terminal = try await Probe.docket(in: directory)
      let screen = try await terminal.waitFor("of 5")
      let marked = screen.cells.map { row in row.indices.filter { row[$0].text.contains("\u{200E}") } }
      #expect(marked[1...5] == [[5], [8], [10], [], []])
      #expect(screen.lines[5].hasPrefix("  a⇄b"))
    }
  }
}
