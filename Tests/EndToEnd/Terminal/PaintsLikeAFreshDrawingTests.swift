import Foundation
import Testing

extension TerminalPromises {
  @Suite("The painted screen is that of a fresh drawing, in a terminal", .takesTurns)
  struct PaintsLikeAFreshDrawingTests {
    private static let keys = [
      "j", "k", "j", "j", "g", "G", "\u{4}", "\u{15}", "t", "d", "?", "?", "\u{1B}[B", "\u{1B}[A", "a", "e", "x", "é",
      "漢",
      "🍅", "👍🏽", "👩‍💻", "❤️", "🇩🇪", "שלום", "\u{7F}", "\r", "\r", " words ", "/", "f", "b", "b", "z", "u", "\u{12}", "*",
      "J",
      "K", "#", "@", ">", " ", "p",
      "A", "s", "sm", "\t", "a new #tag >List\r", ":fold\r", ":reverse\r", "#home ", "می‌خواهم",
    ]

    /// Resizing and back makes the program draw everything again without knowing what the terminal shows.
    ///
    /// - Parameter copies: With several copies of each title the list is longer than the screen, and scrolls.
    @Test(
      arguments: 1...Effort.choose(1, long: 4) as ClosedRange<UInt64>, [(false, 1), (true, 1), (false, 6), (true, 6)])
    func alsoInATerminal(seed: UInt64, terminal: (joinsClusters: Bool, copies: Int)) async throws {
      let (joinsClusters, copies) = terminal
      let directory = try TemporaryDirectory()
      // Relative dates, such as "3 s ago", would differ in the fresh drawing.
      try directory.configure("dates = \"iso\"\n")
      let titles = ["plain", "größe", "👨‍👩‍👧 family", "❤️ heart", "🇩🇪 flag", "漢字", "שלום 12"]
      try await ListedTitles.write((1...copies).flatMap { number in titles.map { "\($0) \(number)" } }, in: directory)
      let terminal = try await Probe.docket(joinsClusters: joinsClusters, in: directory)
      try await terminal.waitFor("of \(titles.count * copies)")
      var random = SeededBytes(seed: seed)
      for round in 0..<Effort.choose(6, long: 150) {
        for byte in random.take(12) {
          try await terminal.send(Self.keys[Int(byte) % Self.keys.count])
          // Each key has a frame of its own, mostly.
          try await terminal.waitForSilence(of: .milliseconds(3))
        }
        try await Self.expectFreshDrawing(terminal, after: "seed \(seed), round \(round)")
        #expect(terminal.screen.violations.isEmpty, "seed \(seed), round \(round)")
      }
    }

    /// Curses knows nothing of the glyphs that were written over its own, and may write a row again that it could move.
    @Test(arguments: [false, true])
    func glyphsStayWholeWhenTheirRowsMove(joinsClusters: Bool) async throws {
      let directory = try TemporaryDirectory()
      try directory.configure("dates = \"iso\"\n")
      let titles = (1...40).map { "\($0) 🇩🇪 Berlin 👍🏽 ok ❤️ 👨‍👩‍👧 end" }
      try await ListedTitles.write(titles, in: directory)
      let terminal = try await Probe.docket(joinsClusters: joinsClusters, in: directory)
      try await terminal.waitFor("of 40")
      for keys in ["jjjjjjjjjjjjjjjj", "kkkkkkkkkkkkkk", "Gkkkkkkkkkkk", "\u{15}kkkkkkkk"] {
        for key in keys {
          try await terminal.send(String(key))
          try await terminal.waitForSilence(of: .milliseconds(3))
        }
        try await Self.expectFreshDrawing(terminal, after: keys)
      }
    }

    /// The first can't move rows, the second moves several rows one by one.
    private static let fewMoves = """
      rows-stay|no region that scrolls, csr@, use=xterm-256color,
      rows-one-by-one|one row at a time, indn@, rin@, use=xterm-256color,

      """

    @Test(arguments: ["xterm-256color", "rows-one-by-one", "rows-stay"])
    func rowsOfAScrolledListAreInTheirPlaces(type: String) async throws {
      let directory = try TemporaryDirectory()
      try directory.configure("dates = \"iso\"\n")
      try await ListedTitles.write((1...40).map { "item \($0)" }, in: directory)
      let environment = try await TerminalDescriptions.compile(Self.fewMoves, in: directory)
      let terminal = try await Probe.docket(type: type, environment: environment, in: directory)
      try await terminal.waitFor("of 40")
      // By rows, by half a page, by a page, and rows that were there before.
      for keys in ["jjjjjjjjjjjjjj", "kkkkkkkkkkkkkk", "\u{4}\u{4}kk\u{15}", "zjjzkk", "Gkkkkkkkkkkkg"] {
        for key in keys {
          try await terminal.send(String(key))
          try await terminal.waitForSilence(of: .milliseconds(3))
        }
        try await Self.expectFreshDrawing(terminal, after: keys)
        #expect(terminal.screen.violations.isEmpty, "\(keys)")
      }
    }

    /// The details keep the list as high as it was, and so the rows that move.
    @Test func theWholeScreenScrollsAfterRowsMovedInAnotherSize() async throws {
      let directory = try TemporaryDirectory()
      try await ListedTitles.write((1...60).map { "item \($0)" }, in: directory)
      let terminal = try await Probe.docket(columns: 100, rows: 40, in: directory)
      try await terminal.waitFor("of 60")
      for rows in [40, 41, 40] {
        terminal.resize(columns: 100, rows: rows)
        for _ in 1...30 {
          try await terminal.send("j")
          try await terminal.waitForSilence(of: .milliseconds(3))
        }
        try await terminal.send("g")
        _ = try await Self.atRest(terminal)
        #expect(terminal.screen.scrolling == 0...rows - 1)
      }
    }

    /// Links are written over what curses drew, which knows nothing of them.
    @Test(arguments: 1...Effort.choose(2, long: 20) as ClosedRange<UInt64>)
    func linksLeadWhereTheirTextSays(seed: UInt64) async throws {
      let directory = try TemporaryDirectory()
      try directory.configure("dates = \"iso\"\nhyperlinks = \"always\"\npanes = \"closed\"\n")
      let docket = DocketProcess(in: directory)
      for number in 1...20 {
        let notes = (0..<number % 5).map { line in
          "Line \(line) of https://example.org/\(number)/\(line) and 👍🏽 https://example.org/漢字 x"
        }
        let title = "\(number) see http://a.example/\(number)"
        try await docket.run("add", "--literal", "--notes", notes.joined(separator: "\n"), "--", title)
      }
      let terminal = try await Probe.docket(columns: 60, rows: 30, in: directory)
      try await terminal.waitFor("of 20")
      try await terminal.send("\r")
      var random = SeededBytes(seed: seed)
      let keys = [
        "j", "k", "j", "g", "G", "\u{4}", "\u{15}", "t", "p", "b", "\r", "/", "se", "f", "i", "?", " ", "u", "s",
      ]
      for round in 0..<Effort.choose(5, long: 50) {
        for byte in random.take(12) {
          try await terminal.send(keys[Int(byte) % keys.count])
          try await terminal.waitForSilence(of: .milliseconds(3))
        }
        try await Self.expectFreshDrawing(terminal, after: "seed \(seed), round \(round)", columns: 60, rows: 30)
        #expect(terminal.screen.violations.isEmpty, "seed \(seed), round \(round)")
      }
    }

    /// Compares the screen with what is drawn after resizing it and back.
    private static func expectFreshDrawing(
      _ terminal: PseudoTerminal, after place: String, columns: Int = 60, rows: Int = 12
    ) async throws {
      let painted = try await atRest(terminal)
      terminal.resize(columns: columns + 1, rows: rows)
      try await terminal.waitUntil { _ in terminal.byteCount > painted.bytes }
      try await terminal.waitForRest()
      terminal.resize(columns: columns, rows: rows)
      // A difference that lasts a minute stays.
      let fresh = try? await terminal.waitUntil(within: .seconds(60)) { $0.seenCells == painted.screen.seenCells }
      #expect(fresh != nil, "\(place)\n\(words(for: painted.screen, terminal.screen))")
    }

    /// The screen when every key and every save has been answered.
    ///
    /// It opens a field and leaves it with Escape, to see that all keys before were answered. Both are harmless if they come
    /// twice; a busy machine may also read Escape together with the next key.
    private static func atRest(_ terminal: PseudoTerminal) async throws -> (screen: TerminalEmulator, bytes: Int) {
      try await waitUntil(or: { "no field opens:\n\(terminal.screen.text)" }) {
        try await leaveAll(terminal)
        // Messages about saves would vanish later; all of them are there now, and Escape dismisses them.
        try await terminal.waitUntil { !$0.text.contains("saving") }
        try await terminal.waitForRest()
        try await terminal.send("\u{1B}")
        // Escape and a letter that come together are Alt with the letter: then it goes round again.
        try await Task.sleep(for: .milliseconds(100))
        try await terminal.send("a")
        return try? await terminal.waitFor("add:", within: .milliseconds(600))
      }
      try await leaveAll(terminal)
      try await terminal.waitForRest()
      return (terminal.screen, terminal.byteCount)
    }

    private static func words(for painted: TerminalEmulator, _ fresh: TerminalEmulator) -> String {
      let differences = painted.differences(from: fresh).prefix(9).joined(separator: "\n")
      return "\(painted.text)\n--- fresh ---\n\(fresh.text)\n--- cells ---\n\(differences)"
    }

    private static func leaveAll(_ terminal: PseudoTerminal) async throws {
      try await terminal.waitForSilence(of: .milliseconds(50))
      try await terminal.send("\u{1B}", until: "? help")
    }
  }
}
