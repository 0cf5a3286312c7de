import Foundation
import Testing

@Suite("Commands", .takesTurns)
struct CommandTests {
  let directory: TemporaryDirectory
  let docket: DocketProcess

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
  }

  @Test func addPrintsTheNumberAndJoinsTheWords() async throws {
    #expect(try await docket.run("add", "Buy", "milk").text == "1\n")
    #expect(try await docket.run("add", "Read").text == "2\n")
    let fields = try await fields(docket.run("list", "--sort", "created"))
    #expect(fields.map { $0[0] } == ["1", "2"])
    #expect(fields.map { $0[3] } == ["Buy milk", "Read"])
    #expect(fields.allSatisfy { $0[1] == $0[2] && $0[1].wholeMatch(of: Self.moment) != nil })
  }

  @Test func optionsStandBeforeTheCommandAndAfterIt() async throws {
    let other = directory.file("other.sqlite")
    #expect(try await docket.run("--store", other, "add", "Before").text == "1\n")
    #expect(try await docket.run("add", "--store", other, "After").text == "2\n")
    #expect(try await docket.run("add", "Last", "--store=\(other)").text == "3\n")
    #expect(try await docket.run("list", "--count").text == "0\n")
    #expect(try await docket.run("--preview", "--items", "3", "list", "--count").text == "3\n")
    #expect(try await docket.run("list", "--count", "--preview").text == "24\n")
  }

  @Test func listSortsAndLimits() async throws {
    for title in ["b", "a", "c"] { try await docket.run("add", title) }
    try await docket.run("update", "1", "--touch")
    #expect(try await numbers() == [1, 3, 2])
    #expect(try await numbers("--sort", "updated") == [2, 3, 1])
    #expect(try await numbers("--sort", "timestamp") == [2, 3, 1], "as it was called once")
    #expect(try await numbers("sort:timestamp") == [2, 3, 1])
    #expect(try await numbers("--sort", "created") == [1, 2, 3])
    #expect(try await numbers("--sort", "-created") == [3, 2, 1])
    #expect(try await numbers("--sort", "title") == [2, 1, 3])
    #expect(try await numbers("--sort", "-title", "--limit", "2") == [3, 1])
    #expect(try await numbers("--limit", "0") == [])
    #expect(try await docket.run("list", "--count", "--limit", "2").text == "2\n")
  }

  /// It asks for none of those that match, which is not that nothing matches.
  @Test func aLimitOfNothingSaysWhetherSomethingMatches() async throws {
    try await docket.run("add", "milk")
    for form in [[], ["--json"], ["--ids"], ["--count"]] {
      for (query, status) in [([], 0), (["milk"], 0), (["bread"], 1)] as [([String], Int32)] {
        let arguments = ["list", "--limit", "0"] + form + query
        let result = try await docket.run(bytes: arguments.map { Array($0.utf8) })
        #expect(result.status == status, "\(arguments)")
        #expect(result.text == (form == ["--json"] ? "[]\n" : form == ["--count"] ? "0\n" : ""), "\(arguments)")
      }
    }
    let command = [DocketProcess.binary, "list", "milk", "--limit", "0"]
    let terminal = try await TmuxTerminal(command, environment: docket.environment)
    #expect(try await terminal.exitStatus() == 0)
    #expect(try await terminal.screen().lines.allSatisfy(\.isEmpty))
  }

  @Test func alternativesAndGroupsAreWordsOfTheCommandLine() async throws {
    for title in ["milk #home", "bread", "this or that"] { try await docket.run("add", title) }
    #expect(try await docket.run("list", "--ids", "milk", "or", "bread", "sort:created").text == "1\n2\n")
    #expect(try await docket.run("list", "--ids", "(milk or bread)", "not", "#home").text == "2\n")
    #expect(try await docket.run("list", "--ids", "-(milk or bread)").text == "3\n")
    #expect(try await docket.run("list", "--ids", "this \"or\" that").text == "3\n")
    let result = try await docket.run("list", "(milk", "or", "bread")
    #expect(result.status == 64 && result.text.isEmpty)
    #expect(
      result.error
        == "docket: at character 1 of “(milk or bread”, the “(” has no end: add a “)”: docket list: "
        + "see 'docket help list'\n")
  }

  /// JSON and CSV alone keep the name "timestamp", which files have had from the beginning.
  @Test func updatedIsTheNameOnATerminalAndInAPipe() async throws {
    try await docket.run("add", "x")
    let details = try await TmuxTerminal([DocketProcess.binary, "show", "1"], environment: docket.environment)
    try await details.waitUntil { $0.lines.contains { $0.hasPrefix("updated        20") } }
    #expect(try await docket.run("show", "1").text.contains("\nupdated\t20"))
  }

  @Test func aTerminalShowsWhatBelongsToAnItem() async throws {
    try await docket.run("add", "Trip !high")
    try await docket.run("add", "--parent", "1", "Ferry")
    try await docket.run("add", "--parent", "1", "Tent")
    try await docket.run("done", "2")
    let details = try await TmuxTerminal([DocketProcess.binary, "show", "1"], environment: docket.environment)
    let screen = try await details.waitUntil { $0.contains("3   Tent") }
    #expect(screen.contains("urgency        6: priority high 6"))
    #expect(screen.contains("sub-items      2 x Ferry"))
    #expect(try await !docket.run("show", "1").text.contains("Ferry"))
  }

  @Test func aTerminalIsToldOfItemsThatStayAsTheyAre() async throws {
    try await docket.run("add", "x")
    try await docket.run("done", "1")
    let terminal = try await TmuxTerminal([DocketProcess.binary, "done", "1"], environment: docket.environment)
    try await terminal.waitUntil { $0.contains("nothing changed: 1 “x” was done already") }
    #expect(try await terminal.exitStatus() == 0)
    #expect(try await docket.run("done", "1").error.isEmpty)
    for change in [["--tag", "-none"], ["--list", "none"], ["--tag", "+a", "--tag", "-a"]] {
      let update = try await TmuxTerminal(
        [DocketProcess.binary, "update", "1"] + change, environment: docket.environment)
      let screen = try await update.waitUntil { $0.contains("nothing changed: 1 “x” is as it was") }
      #expect(!screen.contains("changed: 1  x"))
    }
  }

  @Test func notesAreAddedBelowThoseOfEachItem() async throws {
    try await docket.run("add", "x", "--notes", "one")
    try await docket.run("add", "y")
    #expect(try await docket.run("update", "1", "2", "--append-notes", "two").status == 0)
    #expect(try await notes() == ["one\ntwo", "two"])
    try await docket.run("undo")
    #expect(try await notes() == ["one", ""])
    try await docket.run("update", "1", "--notes", "new", "--append-notes", "more", "--append-notes", "-x")
    #expect(try await notes() == ["new\nmore\n-x", ""])
  }

  private func notes() async throws -> [String] {
    struct Notes: Decodable { let notes: String }
    let output = try await docket.run("list", "--json", "--sort", "created").output
    return try JSONDecoder().decode([Notes].self, from: output).map(\.notes)
  }

  @Test func everyCommandThatChangesAnItemUpdatesIt() async throws {
    try await docket.run("add", "x #a >L")
    var last = try await items()[0].timestamp
    for arguments in [
      ["update", "1", "--notes", "n"], ["update", "1", "--tag", "-a"], ["update", "1", "--list", "none"],
      ["done", "1"],
      ["reopen", "1"], ["update", "1", "--touch"],
    ] {
      _ = try await docket.run(bytes: arguments.map { Array($0.utf8) })
      let now = try await items()[0].timestamp
      #expect(now > last, "\(arguments)")
      last = now
    }
    try await docket.run("update", "1", "--notes", "n")
    #expect(try await items()[0].timestamp == last, "nothing became different")
    try await docket.run("undo")
    #expect(try await items()[0].timestamp < last)
  }

  @Test func whatStandsBehindTwoDashesBelongsToTheQuery() async throws {
    for title in ["foo", "bar", "--json"] { try await docket.run("add", "--", title) }
    #expect(try await numbers("--", "-foo") == [3, 2])
    #expect(try await numbers("-foo") == [3, 2])
    #expect(try await numbers("foo", "--", "-bar") == [1])
    #expect(try await numbers("--", "\\--json") == [3])
    #expect(try await docket.run("list", "--", "--json").text.split(separator: "\n").count == 2)
    #expect(try await docket.run("export", "-", "--format", "todotxt", "--", "-foo").text.contains("bar"))
    #expect(try await docket.run("list", "--jsno", "--", "foo").status == 64)
  }

  @Test func showPrintsEveryValue() async throws {
    try await docket.run("add", "a\tb")
    let lines = try await docket.run("show", "1").text.split(separator: "\n").map { $0.split(separator: "\t") }
    let names = [
      "id", "title", "updated", "created", "state", "completed", "priority", "due", "start", "every", "tags", "list",
      "parent", "after", "uid", "notes",
    ]
    #expect(lines.map { $0[0] } == names.map { $0[...] })
    #expect(lines[1][1] == "a\\tb")
  }

  @Test func updateChangesWhatItIsToldAndNothingElse() async throws {
    for title in ["one", "two", "three"] { try await docket.run("add", title) }
    let before = try await items()
    #expect(try await docket.run("update", "1", "3", "1", "--title", "-rf").status == 0)
    let renamed = try await items()
    #expect(renamed.map(\.title) == ["-rf", "two", "-rf"])
    #expect(renamed[1].timestamp == before[1].timestamp)
    #expect(renamed[0].timestamp > before[0].timestamp && renamed[2].timestamp > before[2].timestamp)
    #expect(try await docket.run("update", "2", "--touch").status == 0)
    let touched = try await items()
    #expect(touched[1].timestamp > before[1].timestamp)
    #expect(touched[1].created == before[1].created)
    #expect(touched.map(\.title) == renamed.map(\.title))
  }

  @Test func changesAreMadeToAllItemsOrToNone() async throws {
    for title in ["one", "two"] { try await docket.run("add", title) }
    let before = try await docket.run("list", "--json").output
    #expect(try await docket.run("update", "1", "7", "2", "--title", "x").status == 1)
    #expect(try await docket.run("delete", "1", "7").status == 1)
    #expect(try await docket.run("list", "--json").output == before)
    #expect(try await docket.run("delete", "2", "1", "2").status == 0)
    #expect(try await docket.run("list", "--json").text == "[]\n")
    #expect(try await docket.run("add", "three").text == "3\n", "a number is never used again")
  }

  @Test func thousandsOfNumbersAreOneCommand() async throws {
    let lines = (1...3_000).map { "item \($0)\n" }.joined()
    try directory.write(Array(lines.utf8), to: "todo.txt")
    try await docket.run("import", directory.file("todo.txt"))
    let all = (1...3_000).map { Array("\($0)".utf8) }
    #expect(try await docket.run(bytes: [Array("done".utf8)] + all).status == 0)
    #expect(try await docket.run("list", "is:done", "--count").text == "3000\n")
    #expect(try await docket.run("undo").text == "undone: complete 3 000 items\n")
    // The number behind an option is its value.
    #expect(try await docket.run("update", "--title", "5", "6", "7", "1", "2", "--", "8").status == 0)
    #expect(try await docket.run("list", "--ids", "--sort", "title", "--limit", "5").text == "1\n2\n6\n7\n8\n")
    #expect(try await docket.run("delete", "1,2", "3").status == 0)
    #expect(try await docket.run("list", "--count").text == "2997\n")
    for wrong in ["1,", ",", "1,,2", "1,x"] { #expect(try await docket.run("done", wrong).status == 64) }
  }

  @Test func aTerminalGetsColumnsAndMarks() async throws {
    try await docket.run(
      "add", "--priority", "high", "--due", "2031-05-06 07:08", "red \u{1b}[31m\u{7}\u{9b}K \u{202e}gnp\u{200b}x")
    let environment = docket.environment.merging(["NO_COLOR": "1"]) { $1 }
    let terminal = try await TmuxTerminal([DocketProcess.binary, "list", "--all"], environment: environment)
    #expect(try await terminal.exitStatus() == 0)
    let screen = try await terminal.screen()
    #expect(screen.lines[0] == "ID S P  DUE               TITLE")
    #expect(screen.lines[1].hasPrefix(" 1   !! 2031-05-06 07:08  red"))
    #expect(screen.lines[1].hasSuffix("red ␛[31m␇�K ⇄gnp·x"))
    #expect(!(try await terminal.styledScreen()).contains("\u{1b}["))
  }

  @Test(arguments: [["list"], ["list", "--all"]])
  func aTerminalGetsRowsOfItsWidth(_ words: [String]) async throws {
    let title = "A title that is much longer than the width of the terminal"
    for text in [title + " #tag", "漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字", "Short #tag"] {
      try await docket.run("add", text)
    }
    let terminal = try await TmuxTerminal(
      [DocketProcess.binary] + words, columns: 40, rows: 12, environment: docket.environment)
    #expect(try await terminal.exitStatus() == 0)
    let lines = try await terminal.screen().lines.filter { !$0.isEmpty }
    #expect(lines.count == 4)
    #expect(lines.contains { $0.contains("A title that is much") && $0.hasSuffix("…") })
    #expect(lines.contains { $0.contains("漢字漢字") && $0.hasSuffix("…") })
    #expect(lines.contains { $0.hasSuffix("Short #tag") })
  }

  /// The title is shortened, since what became of the words is what one looks for.
  @Test func aTerminalIsToldWhatWasUnderstoodOfALongLine() async throws {
    let line = "A title that is much longer than the width of the terminal #finance @2031-05-06"
    let terminal = try await TmuxTerminal(
      [DocketProcess.binary, "add", line], columns: 60, rows: 12, environment: docket.environment)
    #expect(try await terminal.exitStatus() == 0)
    let lines = try await terminal.screen().lines.filter { !$0.isEmpty }
    #expect(lines.count == 1 && lines[0].hasPrefix("1  A title that is"), "\(lines)")
    #expect(lines[0].hasSuffix("… · #finance · due 2031-05-06"), "\(lines)")
  }

  @Test func aTerminalShowsNoTimeWhereADayWasGiven() async throws {
    try await docket.run("add", "x", "--due", "2031-05-06")
    let list = try await TmuxTerminal([DocketProcess.binary, "list", "--all"], environment: docket.environment)
    try await list.waitUntil { $0.lines[1] == " 1      2031-05-06  x" }
    let details = try await TmuxTerminal([DocketProcess.binary, "show", "1"], environment: docket.environment)
    try await details.waitUntil { $0.lines.contains("due            2031-05-06") }
  }

  @Test func aTerminalShowsTheLinesOfNotesBelowEachOther() async throws {
    try await docket.run("add", "x", "--notes", "one\r\nid  7\n\nlast \u{1b}[31m")
    let details = try await TmuxTerminal([DocketProcess.binary, "show", "1"], environment: docket.environment)
    #expect(try await details.exitStatus() == 0)
    let lines = try await details.screen().lines
    let notes = try #require(lines.firstIndex(of: "notes          one"))
    #expect(lines[(notes + 1)...].prefix(4) == ["               id  7", "", "               last ␛[31m", ""])
  }

  @Test func aTerminalIsToldThatThereIsNoConfiguration() async throws {
    let info = try await TmuxTerminal([DocketProcess.binary, "--preview", "info"], environment: docket.environment)
    try await info.waitUntil { $0.contains("configuration  none; it would be /") }
  }

  @Test func anEmptyListOnATerminalSaysHowToAdd() async throws {
    let terminal = try await TmuxTerminal([DocketProcess.binary, "list"], environment: docket.environment)
    try await terminal.waitUntil { $0.contains("docket add TITLE") }
  }

  private static var moment: Regex<Substring> { /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/ }

  private func fields(_ result: DocketProcess.Result) -> [[String]] {
    result.text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private func numbers(_ options: String...) async throws -> [Int] {
    let arguments = ["list", "--ids"] + options
    let result = try await docket.run(bytes: arguments.map { Array($0.utf8) })
    return result.text.split(separator: "\n").compactMap { Int($0) }
  }

  private func items() async throws -> [JSONItem] {
    try JSONDecoder().decode([JSONItem].self, from: await docket.run("list", "--json", "--sort", "created").output)
  }
}
