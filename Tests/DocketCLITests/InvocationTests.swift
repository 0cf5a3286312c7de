import ArgumentParser
import Testing

@testable import DocketCLI

/// The command line as a whole.
@Suite("The command line")
struct InvocationTests {
  @Test(arguments: [["--store", "a.sqlite", "list", "milk"], ["--store=a.sqlite", "list", "milk"]])
  func takesAStoreBeforeTheCommandAsOneBehindIt(_ arguments: [String]) throws {
    let list = try command(arguments, ListCommand.self)
    #expect(list.store.store == "a.sqlite")
    #expect(list.words.words == ["milk"])
  }

  @Test func takesTheStoreThatIsGivenLast() throws {
    let arguments = ["--store", "a.sqlite", "list", "--store", "b.sqlite"]
    #expect(try command(arguments, ListCommand.self).store.store == "b.sqlite")
  }

  @Test func leavesWordsBehindTwoDashesAlone() throws {
    let arguments = ["--store", "a.sqlite", "add", "--", "--store", "x"]
    let add = try command(arguments, AddCommand.self)
    #expect(add.store.store == "a.sqlite")
    #expect(add.words == ["--store", "x"])
  }

  private func command<Command: ItemCommand>(_ arguments: [String], _: Command.Type) throws -> Command {
    guard case .command(let command) = try Invocation(arguments: arguments) else {
      throw Failure(.usage, "no command", place: "", remedy: "")
    }
    return try #require(command as? Command)
  }
}
