import ArgumentParser
import Testing

@testable import DocketCLI

/// Commands that read plain arguments themselves understand them as the parser does.
@Suite
struct PlainArgumentsTests {
  private static let store = ["--store", "items.sqlite"]

  @Test(arguments: [
    ["one"], ["one", "--tag", "home", "more", "--tag=work,later", "--literal"], ["", "words"],
    ["Pay", "--due", "2026-12-24 17:00", "--start", "2026-12-20", "--priority", "h", "--list", "House"],
    ["Wash", "--every", "2weeks", "--parent=3", "--after", "4,5", "--after", "+6", "--notes", "cold = good"],
    ["a=b", "--notes=--all"], ["one", "--due=none", "--parent", "none", "--notes", ""],
  ])
  func readsAddAsTheParserDoes(_ arguments: [String]) throws { try compare(AddCommand.self, arguments) }

  @Test(arguments: [
    ["3", "--priority", "high"], ["3,5", "8", "--touch", "--title", "Two words"],
    ["1", "--tag", "+home,work", "--tag", "sun"],
    ["--where", "is:open #home", "--yes", "--list=none"], ["2", "--append-notes", "more", "--append-notes=and more"],
  ])
  func readsUpdateAsTheParserDoes(_ arguments: [String]) throws { try compare(UpdateCommand.self, arguments) }

  @Test(arguments: [["3"], ["3,5", "8"], ["--where", "is:overdue"], ["--where=#home", "--yes"]])
  func readsDoneAsTheParserDoes(_ arguments: [String]) throws { try compare(DoneCommand.self, arguments) }

  @Test(arguments: [
    [], ["--count"], ["--limit", "20"], ["--limit=0", "--json", "--all"],
    ["--ids", "milk", "is:open", "--sort", "due"],
    ["--filter", "overdue", "due:<+7d"], ["--filter=is:done"],
  ])
  func readsListAsTheParserDoes(_ arguments: [String]) throws { try compare(ListCommand.self, arguments) }

  @Test(arguments: [[], ["--filter", "is:ready sort:due"], ["--filter", ""]])
  func readsTheListOnTheScreenAsTheParserDoes(_ arguments: [String]) throws {
    try compare(DocketCommand.self, arguments)
  }

  @Test func readsAPreviewAsTheParserDoes() throws {
    for arguments in [["--preview"], ["--preview", "--items", "5"], ["--items=0", "--preview"]] {
      try compareOnce(DocketCommand.self, arguments)
      try compareOnce(ListCommand.self, arguments + ["--count"])
    }
  }

  @Test(arguments: [
    ["add"], ["add", "--help"], ["add", "-h"], ["add", "--", "-5"], ["add", "one", "--due", "someday"],
    ["add", "one", "--priority", "urgent"], ["add", "one", "--list", "a", "--list", "b"], ["add", "one", "--tag"],
    ["add", "one", "--notes", "--literal"], ["add", "one", "--literal=yes"], ["add", "one", "--filter", "overdue"],
    ["update", "3"], ["update", "x", "--touch"], ["update", "3", "--where", "milk", "--touch"],
    ["update", "3", "--tag", "-home"], ["done"], ["done", "0"], ["done", "3", "--yes"],
    ["list", "--json", "--ids"], ["list", "-milk"], ["list", "--limit", "-1"], ["list", "--sort", "size"],
    ["list", "--sort", "-due"], ["list", "--preview", "--items", "-1"], ["list", "--items", "5"],
    ["list", "--version"],
    ["list", "--store", ""], ["docket", "add"], ["docket", "--filter="], ["docket", "--generate-manual"],
    ["docket", "--all"],
  ])
  func leavesOtherArgumentsToTheParser(_ arguments: [String]) throws {
    let type = try #require(Self.commands.first { $0._commandName == arguments[0] })
    #expect(type.plain(arguments.dropFirst()) == nil)
  }

  @Test func knowsEachOptionOfTheCommands() {
    for type in Self.commands {
      let named = type.helpMessage(columns: 200).matches(of: /--[a-z][a-z-]+/).map { String($0.output) }
      let known = type.plainOptions.values.union(type.plainOptions.flags)
      let options = Set(Self.declared(type))
      #expect(!options.isEmpty && options.isSubset(of: named))
      #expect(options.subtracting(["--help", "--version"]) == known, "\(type._commandName)")
    }
  }

  private static let commands: [any PlainCommand.Type] = [
    AddCommand.self, UpdateCommand.self, DoneCommand.self, ListCommand.self, DocketCommand.self,
  ]

  /// The options that begin a line of the help.
  private static func declared(_ type: any PlainCommand.Type) -> [String] {
    type.helpMessage(columns: 200).split(separator: "\n").flatMap { line in
      guard line.hasPrefix("  -") else { return [String]() }
      return line.dropFirst(2).prefix(60).split(separator: "  ")[0].matches(of: /--[a-z][a-z-]+/).map {
        String($0.output)
      }
    }
  }

  private func compare<Command: PlainCommand>(_: Command.Type, _ arguments: [String]) throws {
    for arguments in [arguments, Self.store + arguments, arguments + ["--store=items.sqlite"]] {
      try compareOnce(Command.self, arguments)
    }
  }

  private func compareOnce<Command: PlainCommand>(_: Command.Type, _ arguments: [String]) throws {
    let plain = try #require(Command.plain(arguments))
    let parsed = try #require(try Command.parseAsRoot(arguments) as? Command)
    #expect(String(describing: plain) == String(describing: parsed))
  }
}

/// The command line as a whole.
@Suite
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
