import Foundation
import Testing

@Suite("The agenda, as it opens by itself", .takesTurns)
struct AgendaTests {
  private let directory: TemporaryDirectory
  private let docket: DocketProcess

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
  }

  private func fill() async throws {
    try await docket.run("add", "Late one", "--due", "-2d", "--priority", "high")
    try await docket.run("add", "Trip", "--due", "today", "--tag", "travel")
    try await docket.run("add", "Pack", "--parent", "2")
    try await docket.run("add", "Someday")
    try await docket.run("add", "Done one")
    try await docket.run("done", "5")
  }

  private func open(_ arguments: [String] = []) async throws -> TmuxTerminal {
    let terminal = try await TmuxTerminal(
      [DocketProcess.binary] + arguments, columns: 70, rows: 16, environment: docket.environment,
      workingDirectory: directory.path)
    try await terminal.waitUntil { $0.contains("? help") }
    return terminal
  }

  @Test func showsWhatCanBeDoneNowInSections() async throws {
    try await fill()
    let terminal = try await open()
    try await terminal.waitUntil { $0.contains("Pack") }
    let lines = try await terminal.screen().lines
    let places = ["Overdue  1", "Late one", "Today  1", "Trip", "Pack", "No date  1", "Someday"].map { text in
      lines.firstIndex { $0.contains(text) } ?? -1
    }
    #expect(places == Array(1...7), "\(lines)")
    #expect(!lines.contains { $0.contains("Done one") })
  }

  @Test func comesBackAsItWasLeft() async throws {
    try await fill()
    var terminal = try await open()
    try await terminal.press("f")
    try await terminal.type("done")
    try await terminal.press("Enter")
    try await terminal.waitUntil { $0.contains("docket · done") && $0.contains("Done one") }
    try await terminal.press("q")
    #expect(try await terminal.exitStatus() == 0)
    terminal = try await open()
    try await terminal.waitUntil { $0.contains("docket · done") && $0.contains("Done one") }
    try await terminal.press("q")
    #expect(try await terminal.exitStatus() == 0)
    // What is asked for counts once.
    terminal = try await open(["--filter", "is:open"])
    try await terminal.waitUntil { $0.contains("docket · open") }
    try await terminal.press("q")
    #expect(try await terminal.exitStatus() == 0)
    terminal = try await open()
    try await terminal.waitUntil { $0.contains("docket · done") }
  }

  @Test func anOrderThatWasChosenIsThereAgain() async throws {
    for title in ["Bread", "Cake", "Apples"] { try await docket.run("add", title) }
    func order(_ screen: TerminalScreen) -> [String] {
      screen.lines.compactMap { line in ["Apples", "Bread", "Cake"].first(where: line.contains) }
    }
    var terminal = try await open()
    try await terminal.press("s", "t", "S")
    try await terminal.waitUntil { $0.contains("by title ↓") && order($0) == ["Cake", "Bread", "Apples"] }
    try await terminal.press("q")
    #expect(try await terminal.exitStatus() == 0)
    terminal = try await open()
    try await terminal.waitUntil { $0.contains("by title ↓") && order($0) == ["Cake", "Bread", "Apples"] }
    try await terminal.press("Escape")
    try await terminal.waitUntil { !$0.contains("by title") && $0.contains("No date  3") }
  }

  @Test func theMonthLeadsToADayOfIt() async throws {
    try await docket.run("add", "Dentist", "--due", "+8d")
    try await docket.run("add", "Concert", "--due", "+1d")
    let day = try await docket.run("list", "Dentist", "--json").text.firstMatch(of: /"due":"([0-9-]{10})/)?.1
    let terminal = try await open()
    try await terminal.waitUntil { $0.contains("Dentist") }
    try await terminal.press("c", "t", "l", "j")
    try await terminal.waitUntil { $0.contains("\(day ?? "no day"): 1 due") }
    try await terminal.press("Enter")
    try await terminal.waitUntil {
      $0.contains("docket · due \(day ?? "no day")") && $0.contains("Dentist") && !$0.contains("Concert")
    }
  }

  @Test func isWhatListShowsOnATerminalAndAPipeHasEverything() async throws {
    try await fill()
    let terminal = try await TmuxTerminal([DocketProcess.binary, "list"], environment: docket.environment)
    #expect(try await terminal.exitStatus() == 0)
    let lines = try await terminal.screen().lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    #expect(lines.first == "Overdue 1" && lines.contains("Today 1") && lines.contains("No date 1"))
    #expect(lines.contains { $0.hasSuffix("Trip #travel") } && !lines.contains { $0.contains("Done one") })
    let pack = lines.firstIndex { $0.hasSuffix("  Pack") }
    #expect(pack == lines.firstIndex { $0.contains("Trip") }.map { $0 + 1 })
    #expect(try await docket.run("list").text.split(separator: "\n").count == 5)
    let all = try await TmuxTerminal([DocketProcess.binary, "list", "--all"], environment: docket.environment)
    #expect(try await all.exitStatus() == 0)
    #expect(try await all.screen().contains("Done one"))
  }

  @Test func onATerminalListHasEverySectionAndNothingThatCannotBeBegun() async throws {
    try await fill()
    for (title, due) in [("Call", "tomorrow"), ("Visit", "+4d"), ("Move", "+40d")] {
      try await docket.run("add", title, "--due", due)
    }
    try await docket.run("add", "Paint", "--due", "today", "--after", "4")
    try await docket.run("add", "Garden", "--start", "+3d")
    let terminal = try await TmuxTerminal([DocketProcess.binary, "list"], environment: docket.environment)
    #expect(try await terminal.exitStatus() == 0)
    let titles = ["Late one", "Trip", "Pack", "Call", "Visit", "Move", "Someday", "Paint", "Garden", "Done one"]
    let lines = try await terminal.screen().lines.filter { !$0.isEmpty }
    #expect(
      lines.map { line in titles.first(where: line.contains) ?? line } == [
        "Overdue 1", "Late one", "Today 1", "Trip", "Pack", "Tomorrow 1", "Call", "This week 1", "Visit", "Later 1",
        "Move", "No date 1", "Someday",
      ])
    #expect(try await docket.run("list", "is:waiting or is:blocked", "sort:created", "--ids").text == "9\n10\n")
  }

  @Test func aPartThatIsDueInAnEarlierSectionStandsThereInBoth() async throws {
    try await fill()
    try await docket.run("add", "Passport", "--parent", "2", "--due", "-1d")
    let list = try await open()
    try await list.waitUntil { screen in
      let rows = ["Overdue  2", "Today  1"].map { text in screen.lines.firstIndex { $0.contains(text) } ?? 0 }
      return screen.lines[rows[0]..<max(rows[0], rows[1])].contains { $0.contains("Passport  < Trip") }
    }
    let terminal = try await TmuxTerminal([DocketProcess.binary, "list"], environment: docket.environment)
    #expect(try await terminal.exitStatus() == 0)
    let lines = try await terminal.screen().lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    #expect(lines.first == "Overdue 2" && lines.prefix(3).contains { $0.hasSuffix("Passport  < Trip") }, "\(lines)")
  }

  @Test func weightsOfTheConfigurationReverseTwoItemsInBoth() async throws {
    let titles = ["Loud", "Plain"]
    func order(_ screen: TerminalScreen) -> [String] {
      screen.lines.compactMap { line in titles.first(where: line.contains) }
    }
    try await docket.run("add", "Loud", "--priority", "high")
    try await docket.run("add", "Plain")
    for (configuration, expected) in [("", titles), ("[urgency]\npriority = -6\n", titles.reversed())] {
      try directory.configure(configuration)
      let list = try await open()
      try await list.waitUntil { order($0) == expected }
      let terminal = try await TmuxTerminal([DocketProcess.binary, "list"], environment: docket.environment)
      #expect(try await terminal.exitStatus() == 0)
      #expect(order(try await terminal.screen()) == expected, "\(configuration)")
    }
  }

  /// The agenda of any query, in its order or as a filter.
  @Test(arguments: [
    ["list", "--filter", "agenda"], ["list", "is:ready sort:agenda"], ["list", "is:ready", "--sort", "agenda"],
  ]) func listHasSectionsWhereverThatIsTheOrder(_ words: [String]) async throws {
    try await fill()
    // Overdue before it begins: it is ready.
    try await docket.run("add", "Begins too late", "--due", "-1d", "--start", "+1d")
    let bare = try await TmuxTerminal([DocketProcess.binary, "list"], environment: docket.environment)
    #expect(try await bare.exitStatus() == 0)
    let terminal = try await TmuxTerminal([DocketProcess.binary] + words, environment: docket.environment)
    #expect(try await terminal.exitStatus() == 0)
    #expect(try await terminal.styledScreen() == bare.styledScreen())
  }

  @Test func aLimitSaysHowManyThereAreAndNotThatASectionHasNoMore() async throws {
    try await fill()
    for due in ["-3d", "today"] { try await docket.run("add", "One more", "--due", due) }
    func lines(_ limit: String) async throws -> [String] {
      let terminal = try await TmuxTerminal(
        [DocketProcess.binary, "list", "--limit", limit], environment: docket.environment)
      #expect(try await terminal.exitStatus() == 0)
      return try await terminal.screen().lines.filter { !$0.isEmpty }
    }
    var shown = try await lines("3")
    #expect(shown.contains("Overdue 2") && shown.contains("Today …") && shown.last == "the first 3 of 6", "\(shown)")
    shown = try await lines("6")
    #expect(shown.contains("Overdue 2") && shown.contains("Today 2") && shown.contains("No date 1"), "\(shown)")
    #expect(!shown.contains { $0.contains("the first") })
  }

  @Test(arguments: [["--sort", "-agenda"], ["is:ready sort:due", "--sort", "agenda"]])
  func listHasColumnsInEachOtherOrder(_ words: [String]) async throws {
    try await fill()
    let terminal = try await TmuxTerminal([DocketProcess.binary, "list"] + words, environment: docket.environment)
    #expect(try await terminal.exitStatus() == 0)
    #expect(try await terminal.screen().lines[0].hasPrefix("ID S P"))
    let none = try await TmuxTerminal(
      [DocketProcess.binary, "list", "--limit", "0"] + words, environment: docket.environment)
    #expect(try await none.exitStatus() == 0)
    #expect(try await none.screen().lines.allSatisfy(\.isEmpty))
  }

  @Test func sectionsSayWhatIsDoneAndWhatCannotBeBegun() async throws {
    try await fill()
    try await docket.run("add", "Paint", "--after", "4")
    let terminal = try await TmuxTerminal(
      [DocketProcess.binary, "list", "--all", "--sort", "agenda"], environment: docket.environment)
    #expect(try await terminal.exitStatus() == 0)
    let lines = try await terminal.screen().lines
    #expect(lines.contains { $0.hasPrefix(" 6 ◌ ") && $0.hasSuffix("Paint") }, "\(lines)")
    #expect(lines.contains("Done 1") && lines.contains { $0.hasPrefix(" 5 x ") && $0.hasSuffix("Done one") })
  }

  @Test func columnsHaveTheColoursOfTheSections() async throws {
    try await fill()
    try await docket.run("add", "Plain", "--due", "-1d")
    let terminal = try await TmuxTerminal([DocketProcess.binary, "list", "--all"], environment: docket.environment)
    #expect(try await terminal.exitStatus() == 0)
    let rows = try await terminal.styledScreen().split(separator: "\n")
    func row(_ title: String) -> String { rows.first { $0.contains(title) }.map(String.init) ?? "" }
    #expect(row("Plain").contains(/\e\[1m\e\[31m\d{4}-\d\d-\d\d/), "\(row("Plain").debugDescription)")
    #expect(row("Trip").contains(/\e\[36m #travel/) && !row("Trip").contains("\u{1B}[2mTrip"))
    #expect(row("Done one").contains(/\e\[2m +Done one/), "\(row("Done one").debugDescription)")
  }

  @Test func coloursAreLeftOutWhereNobodyWantsThem() async throws {
    try await fill()
    var environment = docket.environment
    environment["NO_COLOR"] = "1"
    let terminal = try await TmuxTerminal([DocketProcess.binary, "list"], environment: environment)
    #expect(try await terminal.exitStatus() == 0)
    #expect(try await !terminal.styledScreen().contains("\u{1B}["))
  }
}
