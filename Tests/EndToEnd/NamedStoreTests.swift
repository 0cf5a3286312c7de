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

  @Test func ofOnesOwnIsMadeAtItsFirstUse() async throws {
    let result = try await docket.run("list")
    #expect(result.status == 0 && result.text.isEmpty && result.error.isEmpty)
    #expect(try directory.contents().contains("store.sqlite"))
  }
}
