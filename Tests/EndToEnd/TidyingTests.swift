import Foundation
import Testing

@Suite("What is left beside a store", .takesTurns)
struct TidyingTests {
  let directory: TemporaryDirectory
  let docket: DocketProcess

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
  }

  private func contents() throws -> [String] { try directory.contents() }

  @Test func isNothingAfterACommandHoweverItEnds() async throws {
    for round in 1...8 {
      try await docket.run("add", "one")
      #expect(try contents() == ["store.sqlite"], "add, round \(round)")
      try await docket.run("done", "\(round)")
      #expect(try contents() == ["store.sqlite"], "done, round \(round)")
      try await docket.run("list")
      #expect(try contents() == ["store.sqlite"], "list, round \(round)")
      #expect(try await docket.run("show", "99").status == 1)
      #expect(try contents() == ["store.sqlite"], "show, round \(round)")
    }
  }

  @Test(arguments: ["q", "C-c"]) func isNothingAfterTheList(_ key: String) async throws {
    let list = try await ListTerminal(in: directory)
    try await list.add("one")
    #expect(try contents().contains("store.sqlite-wal"))
    try await list.terminal.press(key)
    _ = try await list.terminal.exitStatus()
    #expect(try contents() == ["store.sqlite"])
  }

  /// The command's outcome waits for a main thread that shows nothing any more.
  @Test func isNothingAfterAListThatIsLeftDuringALongCommand() async throws {
    try await docket.run("--preview", "--items", "3000", "export", directory.file("items.json"))
    try await docket.run("import", directory.file("items.json"))
    let list = try await ListTerminal(in: directory)
    _ = try await list.waitFor("3 000")
    try await list.terminal.press("*", "p", "q")
    _ = try await list.terminal.exitStatus()
    #expect(try contents().filter { $0.hasPrefix("store.sqlite") } == ["store.sqlite"])
    #expect(try await docket.run("undo").text.hasPrefix("undone: "))
  }

  @Test func afterAKillTheNextCommandTidiesUp() async throws {
    let list = try await ListTerminal(in: directory)
    try await list.add("one")
    try await list.terminal.signal(SIGKILL)
    _ = try await list.terminal.exitStatus()
    #expect(try directory.bytes(of: "store.sqlite-wal").count > 0)
    #expect(try await docket.run("list", "--count").text == "1\n")
    #expect(try contents() == ["store.sqlite"])
  }

  @Test func infoCountsTheLogToo() async throws {
    let list = try await ListTerminal(in: directory)
    try await list.add("one")
    let lines = try await docket.run("info").text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }
    let values = Dictionary(uniqueKeysWithValues: lines.map { (String($0[0]), Int($0[1]) ?? -1) })
    let log = try directory.bytes(of: "store.sqlite-wal").count
    #expect(log > 0 && values["log"] == log)
    #expect(values["size"] == (try directory.bytes(of: "store.sqlite").count) + log)
  }
}
