import Foundation
import Testing

@Suite("The fields of items on the command line", .takesTurns)
struct ItemFieldTests {
  let directory: TemporaryDirectory
  let docket: DocketProcess

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
  }

  private func shown(_ number: Int) async throws -> [String: String] {
    let lines = try await docket.run("show", "\(number)").text.split(separator: "\n")
    let pairs = lines.map { $0.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false).map(String.init) }
    return Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) })
  }

  @Test func canBeTypedAmongTheWords() async throws {
    try await docket.run("add", "Buy milk #home !high @2031-05-06 >Groceries every:2weeks")
    let item = try await shown(1)
    #expect(item["title"] == "Buy milk")
    #expect(item["tags"] == "home")
    #expect(item["priority"] == "high")
    #expect(item["due"]?.hasPrefix("2031-05-0") == true)
    #expect(item["list"] == "Groceries")
    #expect(item["every"] == "2weeks")
  }

  @Test func aPersonLearnsWhatWasUnderstood() async throws {
    try await docket.run("add", "Before")
    let words = ["Buy milk", "#home", "!high", "@2031-05-06 07:08", "~2031-05-01", ">Shop", "every:2weeks", "after:1"]
    let terminal = try await TmuxTerminal(
      [DocketProcess.binary, "add"] + words, columns: 150, environment: docket.environment)
    try await terminal.waitUntil {
      $0.contains(
        "2  Buy milk · high priority · #home · due 2031-05-06 07:08 · starts 2031-05-01 · after 1 · every 2 weeks"
          + " · in list Shop")
    }
    // A word that is misspelt is in the title.
    let other = try await TmuxTerminal(
      [DocketProcess.binary, "add", "Buy bread @tomorow"], environment: docket.environment)
    try await other.waitUntil { $0.contains("3  Buy bread @tomorow") && $0.contains("“@tomorow” isn't a date") }
    #expect(try await docket.run("add", "Buy #home").text == "4\n")
  }

  /// As in the list: an item and its sub-items are in one place.
  @Test func aSubitemWithoutAListGetsThatOfItsParent() async throws {
    try await docket.run("add", "Trip >Travel")
    try await docket.run("add", "Tent", "--parent", "1")
    try await docket.run("add", "Shop >Home", "--parent", "1")
    try await docket.run("add", "Call", "--parent", "1", "--list", "none")
    #expect(try await docket.run("list", "--ids", "list:travel", "sort:created").text == "1\n2\n")
    #expect(try await shown(3)["list"] == "Home")
    #expect(try await shown(4)["list"] == "")
    let command = [DocketProcess.binary, "update", "1", "--list", "Holiday"]
    let terminal = try await TmuxTerminal(command, environment: docket.environment)
    try await terminal.waitUntil { $0.contains("moved with 1 sub-item") }
    #expect(try await docket.run("list", "--ids", "list:holiday", "sort:created").text == "1\n2\n")
    #expect(try await docket.run("undo").text == "undone: move “Trip” with 1 sub-item to a list\n")
  }

  @Test func eachTagHasItsOwnSign() async throws {
    try await docket.run("add", "x #w #z")
    try await docket.run("update", "1", "--tag", "+a,-w")
    #expect(try await shown(1)["tags"] == "z,a")
    try await docket.run("update", "1", "--tag", "-a,z,+b")
    #expect(try await shown(1)["tags"] == "b")
    #expect(try await docket.run("add", "y #-w").text == "2\n")
    #expect(try await shown(2)["title"] == "y #-w")
    let refused = try await docket.run("add", "y", "--tag", "a,-w")
    #expect(refused.status == 64 && refused.error.contains("can't begin with a dash, as '-w' does: docket add: "))
  }

  /// As `every:tue @17:00` in the words.
  @Test func aTimeAloneIsThatOfTheFirstDayOfASeries() async throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let date = try #require(calendar.date(byAdding: .day, value: 3, to: Date()))
    let parts = calendar.dateComponents([.weekday, .year, .month, .day], from: date)
    let name = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"][try #require(parts.weekday) - 1]
    try await docket.run("add", "a", "--every", name, "--due", "17:00")
    try await docket.run("add", "b every:\(name)", "--due", "17:00")
    try await docket.run("add", "c")
    try await docket.run("update", "3", "--every", name, "--due", "17:00")
    let due = String(format: "%d-%02d-%02dT17:00:00.000Z", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
    for number in 1...3 { #expect(try await shown(number)["due"] == due) }
    // The option says how it repeats, whatever the line does.
    try await docket.run("add", "d @17:00", "--every", name)
    try await docket.run("add", "e every:daily @17:00", "--every", name)
    for number in 4...5 { #expect(try await shown(number)["due"] == due) }
    try await docket.run("add", "f every:\(name) @17:00", "--every", "none")
    #expect(try await shown(6)["due"] != due)
  }

  @Test func aListIsAlsoNamedWithItsMark() async throws {
    for list in [">Work", "> Work ", "work"] { try await docket.run("add", "a", "--list", list) }
    #expect(try await docket.run("list", "--ids", "list:work", "sort:created").text == "1\n2\n3\n")
    try await docket.run("update", "1", "--list", ">none")
    #expect(try await shown(1)["list"] == "")
    #expect(try await docket.run("update", "2", "--list", ">").status == 65)
  }

  @Test func aPersonLearnsThatAnItemStartsTooLate() async throws {
    for words in ["Late --due -2d --start +5d", "Fine --due +5d --start +5d"] {
      let command = "script -qec \"\(DocketProcess.binary) add \(words)\" -a log > /dev/null < /dev/null"
      _ = try await docket.script(command)
    }
    let log = String(decoding: try directory.bytes(of: "log"), as: UTF8.self)
    let note = "docket: it starts after it is due: docket add: change its dates with 'docket update 1'"
    #expect(log.components(separatedBy: note).count == 2 && log.components(separatedBy: "after it is due").count == 2)
    let terminal = try await TmuxTerminal([DocketProcess.binary, "list"], environment: docket.environment)
    try await terminal.waitUntil { $0.contains("Overdue 1") && $0.contains("Late") && !$0.contains("Fine") }
  }

  @Test func aTerminalShowsWhatRepeatsAndWhatComesNext() async throws {
    try await docket.run("add", "Rent @2031-05-06 every:month")
    try await docket.run("add", "Once @2031-05-06")
    let lists = [["list"], ["list", "--all"]]
    for words in lists {
      let list = try await TmuxTerminal([DocketProcess.binary] + words, environment: docket.environment)
      try await list.waitUntil {
        $0.contains("  ↻ 2031-05-06  Rent") && $0.contains("    2031-05-06  Once")
      }
    }
    let done = try await TmuxTerminal([DocketProcess.binary, "done", "1"], environment: docket.environment)
    try await done.waitUntil { $0.contains("next: 3  Rent · due 2031-06-06 · every month") }
    #expect(try await docket.run("done", "3").text == "4\n")
  }

  @Test func aPersonLearnsWhatWasNotUnderstood() async throws {
    let result = try await docket.script(
      """
      script -qec "\(DocketProcess.binary) add 'Call @nobody'" log > /dev/null < /dev/null
      script -qec "\(DocketProcess.binary) add --literal 'Call @nobody'" -a log > /dev/null < /dev/null
      cat log
      """)
    let note = "docket: “@nobody” isn't a date: docket add: kept in the title; --literal takes all words as they are"
    #expect(result.text.components(separatedBy: note).count == 2, "\(result.text)")
    #expect(try await docket.run("add", "Call @nobody").error.isEmpty)
    #expect(try await shown(1)["title"] == "Call @nobody")
  }

  @Test func areWordsIfThatIsWanted() async throws {
    try await docket.run("add", "--literal", "Buy #home !high")
    try await docket.run("add", "Buy \\#home")
    #expect(try await shown(1)["title"] == "Buy #home !high")
    #expect(try await shown(2)["title"] == "Buy #home")
  }

  @Test func canBeOptions() async throws {
    try await docket.run("add", "Outer")
    try await docket.run(
      "add", "Inner", "--notes", "some\nlines", "--tag", "a", "--tag", "b", "--due", "2031-05-06 07:08", "--priority",
      "low",
      "--list", "Work", "--every", "month", "--parent", "1")
    let item = try await shown(2)
    #expect(item["notes"] == "some\\nlines")
    #expect(item["tags"] == "a,b")
    #expect(item["priority"] == "low")
    #expect(item["list"] == "Work")
    #expect(item["every"] == "month")
    #expect(item["parent"] == "1")
  }

  @Test func canBeChangedAndTakenAway() async throws {
    try await docket.run("add", "x #a #b !high @tomorrow >Work every:day")
    try await docket.run("add", "Outer")
    #expect(try await docket.run("update", "1", "--parent", "2").status == 0)
    #expect(try await shown(1)["parent"] == "2")
    try await docket.run("update", "1", "--tag", "-a", "--tag", "+c", "--priority", "low", "--notes", "n")
    #expect(try await shown(1)["tags"] == "b,c")
    #expect(try await shown(1)["priority"] == "low")
    try await docket.run("update", "1", "--due", "none", "--list", "none", "--every", "none", "--parent", "none")
    let item = try await shown(1)
    #expect(item["due"] == "" && item["list"] == "" && item["every"] == "" && item["parent"] == "")
    #expect(item["notes"] == "n")
  }

  @Test func doneItemsThatComeAgainLeaveTheNextOne() async throws {
    try await docket.run("add", "Water the plants @2031-05-06 every:week")
    #expect(try await docket.run("done", "1").text == "2\n")
    #expect(try await docket.run("done", "1").text == "", "it was done already")
    #expect(try await shown(1)["state"] == "done")
    let next = try await shown(2)
    #expect(next["state"] == "open" && next["every"] == "week" && next["due"]?.hasPrefix("2031-05-1") == true)
    #expect(try await docket.run("reopen", "1").status == 0)
    #expect(try await shown(1)["state"] == "open")
  }

  @Test func queriesFindThem() async throws {
    for line in ["Milk #home !high", "Bread #home", "Report #work @2001-01-01", "Größe"] {
      try await docket.run("add", line)
    }
    try await docket.run("done", "2")
    let cases: [([String], String)] = [
      (["#home"], "1\n2\n"), (["#home", "is:open"], "1\n"), (["is:overdue"], "3\n"),
      (["-#home", "sort:title"], "4\n3\n"),
      (["prio:>=medium"], "1\n"), (["GROSSE"], "4\n"), (["größer"], ""), (["groß"], "4\n"),
      (["due:none", "-is:done"], "1\n4\n"),
    ]
    for (query, numbers) in cases {
      let arguments = ["list", "--ids", "--sort", "created"] + query
      let result = try await docket.run(bytes: arguments.map { Array($0.utf8) })
      #expect(result.text == numbers, "\(query)")
      #expect(result.status == (numbers.isEmpty ? 1 : 0), "\(query)")
    }
    let nothing = try await docket.run("list", "--json", "nothing")
    #expect(nothing.text == "[]\n" && nothing.status == 1 && nothing.error.isEmpty)
  }
}
