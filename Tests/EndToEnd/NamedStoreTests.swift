import Foundation
import Testing

@Suite("A store that --store names and that is not there", .takesTurns)
struct NamedStoreTests {
  let directory: TemporaryDirectory
  let docket: DocketProcess

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
  }

  private static let commands = [
    ["list"], ["list", "--json"], ["show", "1"], ["update", "1", "--touch"], ["done", "1"], ["reopen", "1"],
    ["delete", "1"], ["undo"], ["redo"], ["log"], ["export"], ["check"], ["info"], ["backup", "copy.sqlite"],
    ["recover", "copy.sqlite"],
  ]

  @Test(arguments: commands) func isNotMadeByWhatNeedsOne(_ words: [String]) async throws {
    let typo = directory.file("typo.sqlite")
    let result = try await docket.run(bytes: (["--store", typo] + words).map { Array($0.utf8) })
    #expect(result.status == 66 && result.text.isEmpty)
    #expect(
      result.error
        == "docket: there is no such store: \(typo): check the path; 'docket add' and 'docket import' make a new store\n"
    )
    #expect(try directory.contents().isEmpty)
  }

  @Test func isMadeByAddingAndImporting() async throws {
    #expect(try await docket.run("--store", directory.file("a.sqlite"), "add", "x").status == 0)
    try directory.write(Data("Buy milk\n".utf8), to: "todo.txt")
    let file = directory.file("todo.txt")
    #expect(try await docket.run("--store", directory.file("b.sqlite"), "import", file).status == 0)
    #expect(try await docket.run("--store", directory.file("b.sqlite"), "list", "--count").text == "1\n")
  }

  /// A mistyped directory would be made, and a store in it.
  @Test(arguments: [["add", "x"], ["import", "todo.txt"], ["import", "todo.txt", "--dry-run"], ["list"], ["info"]])
  func isNotMadeInADirectoryThatIsNotThere(_ words: [String]) async throws {
    try directory.write(Data("Buy milk\n".utf8), to: "todo.txt")
    for store in ["typo/x.sqlite", directory.file("typo/deep/x.sqlite")] {
      let result = try await docket.run(bytes: (["--store", store] + words).map { Array($0.utf8) })
      #expect(result.text.isEmpty && !result.error.isEmpty)
      #expect([66, 73].contains(result.status))
    }
    #expect(try directory.contents() == ["todo.txt"])
  }

  @Test func isNotMadeByADryRun() async throws {
    try directory.write(Data("Buy milk\n".utf8), to: "todo.txt")
    let result = try await docket.run("--store", directory.file("new.sqlite"), "import", "todo.txt", "--dry-run")
    #expect(result.status == 0 && result.text == "would be added 1, updated 0, unchanged 0, left out 0\n")
    #expect(try directory.contents() == ["todo.txt"])
  }

  @Test func inADirectoryThatIsNotThereIsRefusedWithTheReason() async throws {
    let result = try await docket.run("--store", directory.file("typo/x.sqlite"), "add", "x")
    #expect(result.status == 73)
    #expect(
      result.error
        == "docket: there is no such directory: \(directory.file("typo")): "
        + "check the path of --store, or make the directory first\n")
    let list = try PseudoTerminal([DocketProcess.binary, "--store", directory.file("typo/x.sqlite")])
    #expect(await list.ending().ending == .exited(73))
    #expect(try directory.contents().isEmpty)
  }

  @Test func withoutItsDirectoryIsNotSaidToBeMadeByAdding() async throws {
    let store = directory.file("typo/x.sqlite")
    let result = try await docket.run("--store", store, "list")
    #expect(result.status == 66)
    #expect(result.error == "docket: there is no such store, nor a directory for it: \(store): check the path\n")
  }

  @Test(arguments: ["x.sqlite", "deep/x.sqlite"])
  func behindAFileIsRefusedWithThatFile(_ name: String) async throws {
    let file = directory.file("notes.txt")
    try directory.write(Data("mine".utf8), to: "notes.txt")
    let line =
      "docket: this is a file, and not a directory that a store can be in: \(file): check the path of the store\n"
    for (command, status) in [("list", Int32(66)), ("add", 73)] {
      let result = try await docket.run("--store", "\(file)/\(name)", command, "x")
      #expect(result.status == status && result.error == line)
      var own = docket
      own.environment["DOCKET_STORE"] = "\(file)/\(name)"
      let other = try await own.run(command, "x")
      #expect(other.status == 73 && other.error == line)
    }
    #expect(try directory.bytes(of: "notes.txt") == Data("mine".utf8))
  }

  /// What needs a store does not make one of an empty file, which may be all that is left of it.
  @Test func thatIsAnEmptyFileIsFilledByAddingOnly() async throws {
    let store = try directory.write(Data(), to: "empty.sqlite")
    for command in ["list", "check", "export", "info"] {
      let result = try await docket.run("--store", store, command)
      #expect(result.status == 65 && result.text.isEmpty)
      #expect(
        result.error
          == "docket: the file is empty: \(store): put a copy in its place; for a new store, 'docket add' and "
          + "'docket import' use the empty file\n")
      #expect(try directory.bytes(of: "empty.sqlite").isEmpty)
    }
    #expect(try await docket.run("--store", store, "add", "x").text == "1\n")
    #expect(try await docket.run("--store", store, "list", "--count").text == "1\n")
  }

  /// SQLite would remove the log, with the changes in it, and begin a new store.
  @Test func thatWasEmptiedKeepsTheLogBesideIt() async throws {
    let store = try directory.write(Data(), to: "store.sqlite")
    try directory.write(Data("the last changes".utf8), to: "store.sqlite-wal")
    for command in [["list"], ["add", "x"], ["--store", store, "add", "x"]] {
      let result = try await docket.run(bytes: command.map { Array($0.utf8) })
      #expect(result.status == 65)
      #expect(
        result.error
          == "docket: the file is empty, but the log beside it is not: \(store): put a copy in its place\n")
    }
    #expect(try directory.bytes(of: "store.sqlite-wal") == Data("the last changes".utf8))
  }

  @Test func ofOnesOwnIsMadeAtItsFirstUse() async throws {
    let result = try await docket.run("list")
    #expect(result.status == 0 && result.text.isEmpty && result.error.isEmpty)
    #expect(try directory.contents().contains("store.sqlite"))
  }
}
