import Foundation
import Testing

@Suite("Commands that change what a query finds", .takesTurns)
struct QueryCommandTests {
  let directory: TemporaryDirectory
  let docket: DocketProcess

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
  }

  private func add(_ titles: String...) async throws {
    for title in titles { try await docket.run("add", title) }
  }

  private func found(_ query: String) async throws -> String {
    try await docket.run("list", "--ids", query, "sort:created").text.replacing("\n", with: " ")
  }

  @Test func askItAgainIfSomebodyDeletesWhatItFound() async throws {
    try directory.write(Data((0..<2_000).map { "item \($0) @q\n" }.joined().utf8), to: "items.txt")
    for round in 0..<4 {
      try await docket.run("import", directory.file("items.txt"))
      async let deletion = docket.run("delete", "--where", "#q", "--yes")
      async let update = docket.run("update", "--where", "#q", "--append-notes", "x", "--yes")
      let (deleted, updated) = try await (deletion, update)
      #expect(deleted.status == 0 && deleted.error.isEmpty, "round \(round): \(deleted.error)")
      // All of them, or none if none was left.
      #expect(updated.status <= 1 && updated.error.isEmpty, "round \(round): \(updated.error)")
    }
  }

  @Test func changeAllOfItInOneStep() async throws {
    try await add("a #x", "b #x", "c #y", "d #x >Work.api")
    try await docket.run("done", "1")
    #expect(try await docket.run("done", "--where", "#x -list:work or #y").status == 0)
    #expect(try await found("is:done") == "1 2 3 ")
    #expect(try await docket.run("undo").text == "undone: complete 2 items\n")
    #expect(try await found("is:done") == "1 ")
    try await docket.run("update", "--where", "#x or #y", "--priority", "high", "--tag", "+z")
    #expect(try await found("prio:high #z") == "1 2 3 4 ")
    try await docket.run("reopen", "--where", "#x")
    #expect(try await found("is:open") == "1 2 3 4 ")
    try await docket.run("delete", "--where", "list:work or (#x -b)")
    #expect(try await found("") == "2 3 ")
    #expect(try await docket.run("undo", "2").text == "undone: delete 2 items\nundone: reopen “a”\n")
    #expect(try await docket.run("done", "--where", "a every:week").status == 64)
  }

  @Test func printTheNextOnesOfSeries() async throws {
    try await add("a #x @2031-05-06 every:week")
    #expect(try await docket.run("done", "--where", "#x").text == "2\n")
  }

  /// As `docket list` does.
  @Test func endWithOneIfNothingMatches() async throws {
    try await add("a #x")
    for command in ["done", "delete", "reopen"] {
      let result = try await docket.run(command, "--where", "#nothing")
      #expect(result.status == 1 && result.text.isEmpty && result.error.isEmpty)
    }
    #expect(try await docket.run("reopen", "--where", "#x").status == 1, "it is open")
    try await docket.run("done", "1")
    #expect(try await docket.run("done", "--where", "#x").status == 1, "it is done")
    #expect(try await docket.run("update", "--where", "#nothing", "--touch").status == 1)
    #expect(try await docket.run("undo").text == "undone: complete “a”\n")
  }

  @Test func aPersonIsToldWhyNothingMatches() async throws {
    try await add("a #x")
    for (arguments, words) in [
      ("done --where '#hmoe'", "there is no tag “hmoe”"), ("list '#hmoe'", "there is no tag “hmoe”"),
      ("stats list:nowhere", "“nowhere”"),
      ("reopen --where '#x'", "no done item matches “#x”: docket reopen --where: "),
      ("list --filter overdeu", "no filter has the name “overdeu”"),
    ] {
      let result = try await docket.script(
        "script -qec \"\(DocketProcess.binary) \(arguments)\" log > /dev/null < /dev/null || echo $?; cat log")
      #expect(result.text.hasPrefix("1\n") && result.text.contains(words), "\(arguments): \(result.text)")
    }
    #expect(try await docket.run("list", "is:open", "--count").text == "1\n")
  }

  @Test(arguments: [["--count"], ["--json"], ["--ids"], []])
  func aScriptIsToldOfAFilterThatThereIsNot(_ options: [String]) async throws {
    try await add("a #x")
    let result = try await docket.run(bytes: (["list", "--filter", "overdeu"] + options).map { Array($0.utf8) })
    #expect(result.status == 1)
    #expect(
      result.error == "docket: no filter has the name “overdeu”, so it is looked for as a word: docket list: "
        + "try the filter “overdue”, or see the filters with f in 'docket'\n")
    for query in ["overdue", "is:done", "nothing else", ""] {
      #expect(try await docket.run("list", "--filter", query).error == "")
    }
  }

  @Test func manyItemsNeedAYes() async throws {
    for _ in 0..<20 { try await docket.run("add", "many") }
    #expect(try await docket.run("done", "--where", "many").status == 0)
    try await docket.run("reopen", "--where", "many")
    try await docket.run("add", "many")
    let result = try await docket.run("done", "--where", "many")
    #expect(result.status == 64)
    #expect(result.error == "docket: the query finds 21 items: docket done: give --yes to complete them all\n")
    #expect(try await found("is:done") == "")
    #expect(try await docket.run("done", "--where", "many", "--yes").status == 0)
    #expect(try await docket.run("list", "--count", "is:done").text == "21\n")
    #expect(try await docket.run("undo").text == "undone: complete 21 items\n")
  }

  @Test func wordsBehindAValueThatDoNotBelongToItStayWhatTheyAre() async throws {
    try await docket.run("add", "--due", "fri", "call", "Bob", "--priority", "high")
    try await docket.run("add", "--every", "week", "2", "--", "--due", "fri", "9")
    #expect(try await docket.run("list", "sort:created", "--json").text.contains("\"title\":\"call Bob\""))
    #expect(try await docket.run("list", "sort:created", "--json").text.contains("\"title\":\"2 --due fri 9\""))
    #expect(try await docket.run("update", "--priority", "low", "1", "2", "--due", "none").status == 0)
    for arguments in [
      ["--due", "fri", "1"], ["--due", "fri", "1-2"], ["1", "--touch", "2"], ["1", "--priority", "low", "2"],
    ] {
      #expect(try await docket.run(bytes: (["update"] + arguments).map { Array($0.utf8) }).status == 0, "\(arguments)")
    }
    #expect(try await !docket.run("update", "1", "--prio", "high").error.contains("ends with"))
    #expect(try await docket.run("list", "--count", "prio:low").text == "2\n")
  }

  @Test func aRangeOfNumbersIsTheItemsInItThatThereAre() async throws {
    for number in 1...7 { try await docket.run("add", "item \(number)") }
    try await docket.run("delete", "4")
    #expect(try await docket.run("done", "2-3,5-6", "2").status == 0)
    #expect(try await docket.run("list", "is:done", "sort:created", "--ids").text == "2\n3\n5\n6\n")
    #expect(try await docket.run("undo").text == "undone: complete 4 items\n")
    #expect(try await docket.run("update", "3-5", "--priority", "high").status == 0)
    #expect(try await docket.run("list", "prio:high", "sort:created", "--ids").text == "3\n5\n")
    let none = try await docket.run("done", "1", "8-9")
    #expect(none.status == 1)
    #expect(
      none.error == "docket: there is no open item from 8 to 9: docket done: see the numbers with 'docket list'\n")
    #expect(try await found("is:done") == "")
    for argument in ["3-", "-3", "3-4-5", "0-4", "1-10001", "1-99999999999999999999", "4-3", "a-b"] {
      #expect(try await docket.run("done", argument).status == 64, "\(argument)")
    }
  }

  @Test func aLongRangeOfNumbersNeedsAYes() async throws {
    for number in 1...21 { try await docket.run("add", "item \(number)") }
    let result = try await docket.run("delete", "1-9000")
    #expect(result.status == 64)
    #expect(
      result.error == "docket: the numbers are those of 21 items: docket delete: give --yes to delete them all\n")
    #expect(try await docket.run("delete", "1-9000", "--yes").status == 0)
    #expect(try await docket.run("list", "--count").text == "0\n")
    #expect(try await docket.run("undo").text == "undone: delete 21 items\n")
  }

  @Test func aPersonIsAskedAboutManyItems() async throws {
    for _ in 0..<21 { try await docket.run("add", "many") }
    let command = [DocketProcess.binary, "delete", "--where", "many"]
    for (answer, status, count) in [("", 1, 21), ("no", 1, 21), ("Y", 0, 0)] as [(String, Int32, Int)] {
      let terminal = try await TmuxTerminal(command, environment: docket.environment)
      try await terminal.waitUntil { $0.contains("Delete 21 items? [y/N]") }
      try await terminal.type(answer)
      try await terminal.press("Enter")
      #expect(try await terminal.exitStatus() == status)
      #expect(try await docket.run("list", "--count").text == "\(count)\n")
    }
    #expect(try await docket.run("undo").text == "undone: delete 21 items\n")
  }

  @Test(arguments: [
    (["update", "--where", "many", "--priority", "high"], "change", "prio:high"),
    (["reopen", "--where", "many"], "reopen", "is:open"),
  ])
  func aPersonIsAskedAboutOtherChangesToo(_ words: [String], _ verb: String, _ changed: String) async throws {
    let many = Array(repeating: "{\"title\":\"many\",\"completed\":\"2026-11-29T12:00:00Z\"}", count: 21)
    try directory.write(Data("[\(many.joined(separator: ","))]".utf8), to: "many.json")
    try await docket.run("import", directory.file("many.json"))
    func run(_ words: [String]) async throws -> DocketProcess.Result {
      try await docket.run(bytes: words.map { Array($0.utf8) })
    }
    let refused = try await run(words)
    #expect(refused.status == 64)
    #expect(
      refused.error == "docket: the query finds 21 items: docket \(words[0]): give --yes to \(verb) them all\n")
    for (answer, status, count) in [("", 1, 0), ("y", 0, 21)] as [(String, Int32, Int)] {
      #expect(try await docket.run("list", "--count", changed).text == "0\n")
      let terminal = try await TmuxTerminal([DocketProcess.binary] + words, environment: docket.environment)
      try await terminal.waitUntil { $0.contains("\(verb.capitalized) 21 items? [y/N]") }
      try await terminal.type(answer)
      try await terminal.press("Enter")
      #expect(try await terminal.exitStatus() == status)
      #expect(try await docket.run("list", "--count", changed).text == "\(count)\n")
    }
    try await docket.run("undo")
    #expect(try await docket.run("list", "--count", changed).text == "0\n")
    #expect(try await run(words + ["--yes"]).status == 0)
    #expect(try await docket.run("list", "--count", changed).text == "21\n")
  }

  @Test(arguments: [
    (
      ["done", "--where", ""],
      "the query is empty: docket done --where: give a term; is:open or is:done finds all in a state"
    ),
    (
      ["done", "--where", "sort:due"],
      "the query is empty: docket done --where: give a term; is:open or is:done finds all in a state"
    ),
    (["done", "1", "--where", "a"], "give numbers or '--where', not both: docket done: see 'docket help done'"),
    (
      ["done", "1", "--yes"],
      "'--yes' needs '--where', or a range of numbers: docket done: see 'docket help done'"
    ),
    (
      ["done", "--where", "due:5pm fri"],
      "“fri” is looked for as a word; write due:fri 5pm: docket done --where: or put the word between quotation marks"
    ),
    (
      ["update", "1", "--due", "fri", "9"],
      "the date “fri 9” has several words: docket update: put it between quotation marks, --due 'fri 9', "
        + "or the numbers before it"
    ),
    (
      ["add", "x", "--start=5pm", "on", "fri"],
      "the date “5pm on fri” has several words: docket add: put it between quotation marks, "
        + "--start '5pm on fri', or the title before it"
    ),
    (
      ["update", "1", "--every", "other", "week"],
      "the repetition “other week” has several words: docket update: put it between quotation marks, "
        + "--every 'other week', or the numbers before it"
    ),
    (
      ["update", "1", "--notes", "call", "5"],
      "the value of --notes ends with “call”: docket update: put several words between quotation marks, --notes 'call 5', "
        + "or all numbers in one place"
    ),
    (
      ["done", "5-3"],
      "the value '5-3' is invalid for '<id>': docket done: give the smaller number first, 3-5, or see 'docket help done'"
    ),
    (
      ["delete", "--where", "a (b"],
      "at character 3 of “a (b”, the “(” has no end: add a “)”: docket delete --where: see 'docket help list'"
    ),
  ])
  func mistakesAreSaid(_ arguments: [String], _ message: String) async throws {
    try await add("a")
    let result = try await docket.run(bytes: arguments.map { Array($0.utf8) })
    #expect(result.status == 64 && result.error == "docket: \(message)\n", "\(result.error)")
    #expect(try await found("is:open") == "1 ")
  }
}
