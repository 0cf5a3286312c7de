import Foundation
import Testing

@Suite("Items that wait, on the command line", .takesTurns)
struct WaitingCommandTests {
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

  private func add(_ titles: String...) async throws {
    for title in titles { try await docket.run("add", title) }
  }

  @Test func canBeTypedAmongTheWords() async throws {
    try await add("a", "b", "c after:1,2 ~2031-05-06 x", "d ~\"2031-05-06 17:00\"", "e \\after:1 \\~mon")
    let item = try await shown(3)
    #expect(item["title"] == "c x" && item["after"] == "1,2" && item["start"] == "2031-05-06")
    #expect(try await shown(4)["start"]?.hasPrefix("2031-05-06T") == true)
    #expect(try await shown(5)["title"] == "e after:1 ~mon")
    let json = try await docket.run("show", "3", "--json").text
    #expect(json.contains("\"start\":\"2031-05-06\"") && json.contains("\"blockers\":[\""))
    #expect(try await docket.run("list", "--json", "after:1").text.contains("\"start\":\"2031-05-06\""))
    #expect(try await docket.run("list", "--ids", "is:ready", "sort:created").text == "1\n2\n5\n")
    #expect(try await docket.run("list", "--ids", "is:blocked").text == "3\n")
    #expect(try await docket.run("list", "--ids", "is:waiting", "sort:created").text == "3\n4\n")
  }

  /// A number that is none of an item is a word like others, as “@nobody” is.
  @Test func numbersOfNoItemsStayInTheTitle() async throws {
    try await add("a", "b after:9", "c after:1,9")
    #expect(try await shown(2)["title"] == "b after:9")
    #expect(try await shown(3)["title"] == "c after:1,9")
    #expect(try await shown(3)["after"] == "")
    let result = try await docket.script(
      """
      script -qec "\(DocketProcess.binary) add 'd after:9'" log > /dev/null < /dev/null
      cat log
      """)
    #expect(result.text.contains("docket: “after:9” isn't a known item: docket add: kept in the title;"))
  }

  @Test func canBeOptions() async throws {
    try await add("a", "b", "c")
    try await docket.run("add", "d", "--after", "1", "--after", "2,3", "--start", "2031-05-06")
    #expect(try await shown(4)["after"] == "1,2,3")
    #expect(try await shown(4)["start"] == "2031-05-06")
    for (change, after) in [
      (["-1"], "2,3"), (["+1", "-3"], "1,2"), (["3"], "3"), (["2", "+1"], "1,2"), (["none"], ""),
      (["none", "+2"], "2"),
    ] {
      let options = change.flatMap { ["--after", $0] }
      let result = try await docket.run(bytes: (["update", "4"] + options).map { Array($0.utf8) })
      #expect(result.status == 0, "\(result.error)")
      #expect(try await shown(4)["after"] == after, "\(change)")
    }
    try await docket.run("update", "4", "--start", "2031-05-06 17:00")
    #expect(try await shown(4)["start"]?.hasPrefix("2031-05-06T") == true)
    try await docket.run("update", "4", "--start", "none")
    #expect(try await shown(4)["start"] == "")
    #expect(try await docket.run("undo").text == "undone: set the start date of “d”\n")
  }

  @Test func mistakesChangeNothing() async throws {
    try await add("a", "b after:1")
    let store = directory.file("store.sqlite")
    for (arguments, status, message) in [
      (
        ["update", "1", "--after", "2"], 65,
        "item 1 can't wait for itself, not even by way of other items: \(store): choose other items to wait for"
      ),
      (["update", "1", "--after", "9"], 1, "there is no item 9: \(store): see the numbers with 'docket list'"),
      (["add", "c", "--after", "9"], 1, "there is no item 9: \(store): see the numbers with 'docket list'"),
      (
        ["add", "c", "--after", "x"], 64,
        "the value 'x' is invalid for '--after <ids>': docket add: give numbers that 'docket list' shows, such as 3, "
          + "3,5, +8 or -8, or none, or see 'docket help add'"
      ),
      (
        ["update", "1", "--start", "soon"], 64,
        "the value 'soon' is invalid for '--start <date>': docket update: give a date such as today, fri, +3d, eom, "
          + "'24 dec', 2026-12-24, 'fri 17:00', or none, or see 'docket help update'"
      ),
    ] as [([String], Int32, String)] {
      let result = try await docket.run(bytes: arguments.map { Array($0.utf8) })
      #expect(result.status == status && result.error == "docket: \(message)\n", "\(result.error)")
    }
    #expect(try await docket.run("list", "--count").text == "2\n")
    #expect(try await shown(1)["after"] == "")
  }

  @Test func finishingTellsAPersonWhatIsReadyNow() async throws {
    try await add("a", "b", "c after:1,2", "d after:2 ~2031-05-06", "e after:2", "f")
    #expect(try await docket.run("done", "1").error == "")
    let result = try await docket.script(
      """
      script -qec "\(DocketProcess.binary) done 2,1" log > /dev/null < /dev/null
      cat log
      """)
    // Below what was done.
    let done = try #require(result.text.range(of: "done: 2 "), "\(result.text)")
    let ready = try #require(result.text.range(of: "ready now: 3 c\r\nready now: 5 e\r\n"), "\(result.text)")
    #expect(done.upperBound < ready.lowerBound, "\(result.text)")
    #expect(!result.text.contains("now: 4") && !result.text.contains("now: 6"))
    // It was done before, which is said too; each where there is a terminal.
    let again = try await docket.script(
      "script -qec \"\(DocketProcess.binary) done 2 2> errors\" log > /dev/null < /dev/null; cat log errors")
    #expect(!again.text.contains("ready now"))
    #expect(again.text.contains("nothing changed: 2 “b” was done already"), "\(again.text)")
    _ = try await docket.run("reopen", "2")
    let one = try await docket.script(
      "script -qec \"\(DocketProcess.binary) done 2 2> errors\" log > /dev/null < /dev/null; cat log")
    #expect(one.text.contains("ready now: 3 c\r\n"), "\(one.text)")
    _ = try await docket.run("reopen", "2")
    let other = try await docket.script(
      "script -qec \"\(DocketProcess.binary) done 2 > numbers\" log > /dev/null < /dev/null; cat numbers log")
    #expect(other.text.contains("ready now: 3 c\r\n") && !other.text.contains("done: 2"), "\(other.text)")
  }

  @Test func finishingTellsAPersonHowManySubitemsAreOpen() async throws {
    try await add("trip", "hotel")
    _ = try await docket.run("add", "tickets", "--parent", "1")
    _ = try await docket.run("add", "luggage", "--parent", "1")
    _ = try await docket.run("add", "seats", "--parent", "3")
    _ = try await docket.run("done", "3")
    let result = try await docket.script(
      "script -qec \"\(DocketProcess.binary) done 1\" log > /dev/null < /dev/null; cat log")
    #expect(result.text.contains("still open: 2 sub-items\r\n"), "\(result.text)")
    // They were left open before.
    let again = try await docket.script(
      "script -qec \"\(DocketProcess.binary) done 1\" log > /dev/null < /dev/null; cat log")
    #expect(!again.text.contains("still open"), "\(again.text)")
    let other = try await docket.script(
      "script -qec \"\(DocketProcess.binary) done 2\" log > /dev/null < /dev/null; cat log")
    #expect(!other.text.contains("still open"), "\(other.text)")
  }
}
