import Foundation
import Testing

extension TerminalPromises {
  @Suite("Hostile titles are drawn as marks", .takesTurns)
  struct DefusesHostileTitlesTests {
    /// The list on a terminal that has room for all of them.
    private static func list(in directory: TemporaryDirectory) async throws -> PseudoTerminal {
      try await Probe.docket(columns: 80, rows: 50, in: directory)
    }

    private static func expectNothingObeyed(_ terminal: PseudoTerminal) {
      let screen = terminal.screen
      #expect(screen.violations.isEmpty)
      #expect(!terminal.recentText.unicodeScalars.contains(where: HostileTexts.isDirectionControl))
      #expect(screen.isAlternate)
      // Whatever a title does to its row, the date after it stays in its columns.
      let rows = screen.lines.filter { $0.contains(":") }
      #expect(rows.allSatisfy { $0.wholeMatch(of: /.*[0-9]{2}:[0-9]{2}/) != nil })
    }

    @Test func addedByTheCommandTheyAreDrawnWithMarks() async throws {
      let directory = try TemporaryDirectory()
      for text in HostileTexts.all {
        #expect(try await DocketProcess(in: directory).run("add", "--", text).status == 0)
      }
      let terminal = try await Self.list(in: directory)
      try await terminal.waitFor("of \(HostileTexts.all.count)")
      Self.expectNothingObeyed(terminal)
      for _ in HostileTexts.all {
        try await terminal.send("e")
        try await terminal.waitFor("edit:")
        try await terminal.send("\u{1B}")
        try await terminal.waitUntil { !$0.text.contains("edit:") }
        try await terminal.send("j")
      }
      Self.expectNothingObeyed(terminal)
    }

    /// Only SQL can put malformed UTF-8 and NUL into a store.
    @Test func putIntoTheStoreBySQLTheyAreDrawnWithMarks() async throws {
      let directory = try TemporaryDirectory()
      try await DocketProcess(in: directory).run("add", "first")
      let hex = HostileTexts.all.map { Array($0.utf8).hexadecimal }
      let bytes = hex + ["6E756C006C6C", "9B33316D726177", "1B5D353202C3", "FFFEC080EDA080"]
      let answer = try await SQLiteShell.insertItems(
        bytes.map { ($0, 785_419_200) }, created: 785_419_200, on: directory.file("store.sqlite"))
      #expect(answer == "")
      let terminal = try await Probe.docket(columns: 80, rows: 50, in: directory)
      try await terminal.waitFor("of \(bytes.count + 1)")
      #expect(terminal.screen.violations.isEmpty)
      #expect(!terminal.recentText.unicodeScalars.contains(where: HostileTexts.isDirectionControl))
      try await Self.expectPlainCommands(in: directory, count: bytes.count + 1)
    }

    @Test(arguments: ["/dev/stdout", "/dev/stderr"], ["csv", "todotxt"])
    func exportedToTheNameOfATerminalTheyAreWrittenWithMarks(_ name: String, _ format: String) async throws {
      let directory = try TemporaryDirectory()
      let docket = DocketProcess(in: directory)
      for text in HostileTexts.all { try await docket.run("add", "--", text) }
      let terminal = try PseudoTerminal(
        [DocketProcess.binary, "export", name, "--format", format], columns: 200, rows: 50,
        environment: docket.environment, in: directory)
      #expect(await terminal.ending().ending == .exited(0))
      try await terminal.waitFor("shift")
      #expect(terminal.screen.violations.isEmpty)
      #expect(!terminal.recentText.unicodeScalars.contains(where: HostileTexts.isDirectionControl))
      for sequence in ["\u{1B}[2J", "\u{1B}[31m", "\u{1B}]52", "\u{1B}c", "\u{7}"] {
        #expect(!terminal.recentText.contains(sequence))
      }
    }

    @Test func pastedIntoTheFieldTheyAreText() async throws {
      let directory = try TemporaryDirectory()
      let terminal = try await Self.list(in: directory)
      var count = 0
      for (index, text) in HostileTexts.all.enumerated() {
        try await terminal.send("a")
        try await terminal.waitFor("add:")
        try await terminal.send("\u{1B}[200~\(index) \(text)\u{1B}[201~")
        // Several lines are offered as items.
        let screen = try await terminal.waitUntil {
          $0.text.contains(/Add \d+ items/) || $0.text.contains("add: \(index)")
        }
        let lines = screen.text.firstMatch(of: /Add (\d+) items/).flatMap { Int($0.1) } ?? 1
        try await terminal.send(lines > 1 ? "a" : "\r")
        count += lines
        try await terminal.waitUntil { $0.lines[0].contains("of \(count) ") && $0.text.contains("saved") }
      }
      Self.expectNothingObeyed(terminal)
      #expect(try await DocketProcess(in: directory).run("list", "--count").text == "\(count)\n")
    }

    @Test func listAndShowAndErrorsOnATerminalHoldNoEscape() async throws {
      let directory = try TemporaryDirectory()
      for text in HostileTexts.all { try await DocketProcess(in: directory).run("add", "--", text) }
      try await Self.expectPlainCommands(in: directory, count: HostileTexts.all.count)
      let failing = """
        for text; do for arguments in "show $text" "--$text" "list --store=/proc/$text"; do
        "$0" ${arguments%% *} "${arguments#* }" && exit 9; "$0" "$text" && exit 9; done; done; exit 3
        """
      let docket = DocketProcess(in: directory)
      try await Self.expectPlainOutput(of: failing, HostileTexts.all, docket, in: directory, ending: .exited(3))
    }

    /// What was hostile is also in notes and in the names of tags and lists, as far as these can have it.
    @Test func remindersStatisticsAndStepsOnATerminalHoldNoEscape() async throws {
      let directory = try TemporaryDirectory()
      var docket = DocketProcess(in: directory)
      docket.goWhereItIsNoon()
      let due = Date(timeIntervalSinceNow: -60).formatted(.iso8601)
      let items = (HostileTexts.all + ["harmless"]).map { text in
        let scalars = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
        let name = String(String(String.UnicodeScalarView(scalars)).prefix(20)).filter { !$0.isWhitespace }
        return ["title": text, "notes": text, "due": due, "list": name, "tags": [name]] as [String: Any]
      }
      try directory.write(try JSONSerialization.data(withJSONObject: items), to: "items.json")
      let imported = try await docket.run("import", directory.file("items.json"), "--keep-going")
      let count = try #require(try await Int(docket.run("list", "--count").text.filter(\.isNumber)))
      #expect(count > HostileTexts.all.count / 2, "\(imported.error)")
      try await Self.expectPlainCommands(in: directory, count: count)
      let reminders = """
        XDG_STATE_HOME="$PWD/other" "$0" remind --exec cat && "$0" remind && "$0" stats && "$0" done $1 && "$0" log || exit 9
        exit 3
        """
      let text = try await Self.expectPlainOutput(of: reminders, ["1"], docket, in: directory, ending: .exited(3))
      // As a program's output, and in columns.
      #expect(text.contains("\"title\":\"harmless\"") && text.contains("  harmless"), "\(text)")
    }

    private static func expectPlainCommands(in directory: TemporaryDirectory, count: Int) async throws {
      let succeeding = """
        "$0" list && "$0" list --all && "$0" list --json || exit 9; for number; do "$0" show $number || exit 9; done; exit 3
        """
      let (numbers, docket) = ((1...count).map(String.init), DocketProcess(in: directory))
      try await expectPlainOutput(of: succeeding, numbers, docket, in: directory, ending: .exited(3))
    }

    /// Runs a script in which `$0` is the program; the only controls in its output may be line ends and its own colours, and
    /// no direction controls.
    ///
    /// - Returns: the output, without colours.
    @discardableResult
    private static func expectPlainOutput(
      of script: String, _ arguments: [String], _ docket: DocketProcess, in directory: TemporaryDirectory,
      ending: ChildProcess.Ending
    ) async throws -> String {
      let terminal = try PseudoTerminal(
        ["/bin/bash", "-c", script, DocketProcess.binary] + arguments, columns: 200, rows: 100,
        environment: docket.environment, in: directory)
      #expect(await terminal.ending().ending == ending)
      try await terminal.waitForSilence()
      // On a busy machine opening takes so long that a line says so, and is erased.
      let waiting = /\rdocket: waiting for the store \(\^C cancels\)\r *\r/
      let colours = /\u{1B}\[(0|1|2|36|1;31)m/
      let text = terminal.recentText.replacing("\r\n", with: "\n").replacing(waiting, with: "")
      let plain = text.replacing(colours, with: "")
      let scalars = plain.unicodeScalars
      #expect(scalars.count > 1000)
      let controls = scalars.filter { $0 != "\n" && $0.properties.generalCategory == .control }
      #expect(controls.isEmpty, "\(terminal.recentText.debugDescription)")
      #expect(!scalars.contains(where: HostileTexts.isDirectionControl))
      #expect(terminal.screen.violations.isEmpty)
      return plain
    }
  }
}
