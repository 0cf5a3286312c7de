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

  @Test func ofOnesOwnIsMadeAtItsFirstUse() async throws {
    let result = try await docket.run("list")
    #expect(result.status == 0 && result.text.isEmpty && result.error.isEmpty)
    #expect(try directory.contents().contains("store.sqlite"))
  }
}
