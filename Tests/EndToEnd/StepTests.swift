import Foundation
import Testing

@Suite("Undo, redo and the log on the command line", .takesTurns)
struct StepTests {
  let directory: TemporaryDirectory
  let docket: DocketProcess

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
  }

  private func titles() async throws -> [String] {
    try await docket.run("list", "--sort", "created").text.split(separator: "\n").map {
      String($0.split(separator: "\t", omittingEmptySubsequences: false)[3])
    }
  }

  @Test func eachCommandIsAStepThatOtherProcessesUndo() async throws {
    for title in ["one", "two", "three"] { try await docket.run("add", title) }
    try await docket.run("update", "1", "2", "--title", "x")
    try await docket.run("delete", "3", "1")
    #expect(try await docket.run("undo").text == "undone: delete 2 items\n")
    #expect(try await titles() == ["x", "x", "three"])
    #expect(try await docket.run("undo", "2").text == "undone: rename 2 items\nundone: add “three”\n")
    #expect(try await titles() == ["one", "two"])
    #expect(
      try await docket.run("redo", "3").text == "redone: add “three”\nredone: rename 2 items\nredone: delete 2 items\n")
    #expect(try await titles() == ["x"])
  }

  /// A script that asked for more than there was must not go on as if all of it had been done.
  @Test func fewerStepsThanWereAskedForAreSaid() async throws {
    for title in ["one", "two"] { try await docket.run("add", title) }
    let store = directory.file("store.sqlite")
    for (command, verb, words) in [
      ("undo", "undone", "undone: add “two”\nundone: add “one”\n"),
      ("redo", "redone", "redone: add “one”\nredone: add “two”\n"),
    ] {
      let result = try await docket.run(command, "100")
      #expect(result.status == 1 && result.text == words)
      #expect(
        result.error
          == "docket: 2 of 100 steps were \(verb), there are no more: \(store): see what was done with 'docket log'\n")
    }
    let all = try await docket.run("undo", "2")
    #expect(all.status == 0 && all.error.isEmpty)
  }

  @Test func theLogSaysInWordsWhatCannotBeRedone() async throws {
    for title in ["one", "two"] { try await docket.run("add", title) }
    try await docket.run("undo")
    try await docket.run("add", "three")
    #expect(try await docket.run("log").text.contains("\tabandoned\t1\tadd “two”\n"))
    let terminal = try await TmuxTerminal([DocketProcess.binary, "log"], environment: docket.environment)
    try await terminal.waitUntil { $0.contains("add “two” (undone, can't be redone)") }
  }

  /// The journal does not keep the values of so many items.
  @Test func whatCannotBeRedoneIsSaidWhenItIsUndone() async throws {
    try directory.write(Array((0...10_000).map { "item \($0)\n" }.joined().utf8), to: "todo.txt")
    try await docket.run("import", directory.file("todo.txt"))
    let undone = try await docket.run("undo")
    #expect(undone.status == 0 && undone.text == "undone: import 10 001 items\n")
    #expect(
      undone.error
        == "docket: it added too many items to be redone: import 10 001 items: import or add them again if you need them\n"
    )
    #expect(try await docket.run("redo").error.contains("there is nothing to redo"))
  }

  @Test func aStepOfOneItemSaysSo() async throws {
    try directory.write(Array("Buy milk\n".utf8), to: "todo.txt")
    try await docket.run("import", directory.file("todo.txt"))
    #expect(try await docket.run("undo").text == "undone: import 1 item\n")
  }

  @Test func aDeletedItemComesBackWhole() async throws {
    try await docket.run("add", "Buy milk #home !high @2031-05-06 >Groceries every:week", "--notes", "two litres")
    let before = try await docket.run("show", "1").text
    try await docket.run("delete", "1")
    try await docket.run("undo")
    #expect(try await docket.run("show", "1").text == before)
  }

  @Test func theLogSaysWhatWasDone() async throws {
    try await docket.run("add", "one\ttab")
    try await docket.run("done", "1")
    try await docket.run("undo")
    let lines = try await docket.run("log").text.split(separator: "\n").map { $0.split(separator: "\t") }
    #expect(lines.map { $0[2] } == ["undone", "done"])
    #expect(lines.map { $0[4] } == ["complete “one\\ttab”", "add “one\\ttab”"])
    #expect(try await docket.run("log", "--limit", "1").text.split(separator: "\n").count == 1)
  }
}
